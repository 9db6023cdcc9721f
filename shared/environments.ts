/** Environments never mix: each has its own journal, its own key and its own colour. */
export const environments = ['training', 'sandbox', 'production'] as const
export type Environment = (typeof environments)[number]
