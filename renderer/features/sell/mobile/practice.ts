/** The mobile numbers whose outcome is known in training, as the field and the help offer them. */
import { type MobilePractice, mobilePractice } from '#shared/practice.ts'

/** An ordinary number, and those that the training service answers otherwise. */
export const mobilePracticeNumbers: readonly Pick<MobilePractice, 'number' | 'ending'>[] = [
  { number: '0661234567', ending: 'delivered' },
  ...mobilePractice,
]
