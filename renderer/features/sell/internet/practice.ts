/** The lines of service-api.md whose outcome is known, as the field and the help offer them. */
import { type InternetPractice, internetPractice } from '#shared/practice.ts'

/** An ordinary line, and those that the training service answers otherwise. */
export const internetPracticeLines: readonly Pick<InternetPractice, 'number' | 'ending'>[] = [
  { number: '023456789', ending: 'delivered' },
  ...internetPractice.filter(({ type }) => type === 'ADSL'),
]
