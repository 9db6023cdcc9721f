/**
 * Version 2. A sale's document says whether it was given up and whether it was ever in doubt. No table changes: each
 * document is made anew from the entries, as after every migration.
 */
export const salesRemember = `
-- Nothing to do here: see above.
`
