/** In training: the numbers of service-api.md whose outcome is known, one press from the field. */
import { type InternetPractice, internetPractice } from '#shared/practice.ts'
import { LineNumber, Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'

/** An ordinary line, and those that the training service answers otherwise. */
export const practiceNumbers: readonly Pick<InternetPractice, 'number' | 'ending'>[] = [
  { number: '023456789', ending: 'delivered' },
  ...internetPractice.filter(({ type }) => type === 'ADSL'),
]

export function PracticeNumbers() {
  const { internet } = useParts().selling.entries
  return (
    <section className="practice">
      <h2>
        <Text k="sell.practice.title" />
      </h2>
      <ul>
        {practiceNumbers.map(({ number, ending }) => (
          <li key={number}>
            <button
              type="button"
              // The field keeps the focus, so that Enter checks the number.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => internet.type(number)}
            >
              <LineNumber number={number} />
              <small>
                <Text k={`sell.practice.${ending}`} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
