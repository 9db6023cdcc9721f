/**
 * A sale's document says how it ended by a person's word, and those that stand by one are found: they are compared with what
 * the service shows later. Each document is made anew from the entries, as after every migration.
 */
export const decidedEnds = `
CREATE INDEX sales_by_decision ON sales (changed_at_ms) WHERE sale ->> '$.byDecision.isOverruled' = 0;
`
