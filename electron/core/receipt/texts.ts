/** The words of the slip, which is in French, Arabic or both whatever language the cashier works in. */
import ar from '#shared/locales/slip/ar.json' with { type: 'json' }
import fr from '#shared/locales/slip/fr.json' with { type: 'json' }
import type { Settings } from '#shared/views.ts'
import type { SlipLanguage, Wording } from './document.ts'

/** French is the reference: a word that Arabic lacks is a compile error. */
export type SlipTexts = typeof fr

const textsIn: Readonly<Record<SlipLanguage, SlipTexts>> = { fr, ar }

export const languagesOf: Readonly<
  Record<Settings['slip']['language'], readonly [SlipLanguage, ...SlipLanguage[]]>
> = {
  fr: ['fr'],
  ar: ['ar'],
  both: ['fr', 'ar'],
}

/** Picks the same text in each language, in order. */
export function wordingIn(languages: readonly SlipLanguage[], pick: (texts: SlipTexts) => string): Wording {
  return languages.map((language) => ({ language, text: pick(textsIn[language]) }))
}
