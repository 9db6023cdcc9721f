/**
 * A sale's document says which official receipt is kept of it. No table changes: each document is made anew from the
 * entries, as after every migration.
 */
export const officialReceipts = `
-- Nothing to do here: see above.
`
