/** The words of a table that leaves the counter: its headings and what stands in its cells, in the counter's language. */
import ar from '#shared/locales/export/ar.json' with { type: 'json' }
import en from '#shared/locales/export/en.json' with { type: 'json' }
import fr from '#shared/locales/export/fr.json' with { type: 'json' }
import type { Locale } from '#shared/views.ts'

/** French is the reference: a word that another lacks is a compile error. */
export type ExportWords = typeof fr

export const exportWords: Readonly<Record<Locale, ExportWords>> = { fr, ar, en }
