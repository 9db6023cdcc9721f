/** The words of the slip, which is in French, Arabic or both whatever language the cashier works in. */

import type { DisplayStatus, WordingVariant } from '#shared/display-status.ts'
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

/** Words of a kind's own, where those that all share do not fit. */
type OwnWords = Readonly<Record<'title' | 'notice', Readonly<Partial<Record<DisplayStatus, string>>>>>

/** The title or the notice of a displayStatus, in the words of the kind of sale. */
export function wordedFor(
  texts: SlipTexts,
  wording: WordingVariant,
  part: keyof OwnWords,
  displayStatus: DisplayStatus,
): string {
  const own: OwnWords | undefined = wording === 'topup' ? undefined : texts.of[wording]
  return own?.[part][displayStatus] ?? texts[part][displayStatus]
}
