/** In training: the numbers of service-api.md whose outcome is known, one press from the field. */
import { LineNumber, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'

export const practiceNumbers = [
  { number: '023456789', outcome: 'delivered' },
  { number: '030000001', outcome: 'refunded' },
  { number: '030000002', outcome: 'queued' },
  { number: '030000000', outcome: 'refused' },
] as const

export function PracticeNumbers() {
  const { selling } = useParts()
  return (
    <section className="practice">
      <h2>
        <Text k="sell.practice.title" />
      </h2>
      <ul>
        {practiceNumbers.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              // The field keeps the focus, so that Enter checks the number.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => selling.type(number)}
            >
              <LineNumber number={number} />
              <small>
                <Text k={`sell.practice.${outcome}`} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
