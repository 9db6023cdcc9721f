/** In training: numbers whose outcome is known, one press from the field. */
import { LineNumber, Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'

export interface PracticeListProps {
  readonly numbers: readonly { readonly number: string; readonly outcome: MessageKey }[]
  readonly onPick: (number: string) => void
}

export function PracticeList({ numbers, onPick }: PracticeListProps) {
  return (
    <section className="practice">
      <h2>
        <Text k="sell.practice.title" />
      </h2>
      <ul>
        {numbers.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              // The field keeps the focus, so that Enter checks the number.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(number)}
            >
              <LineNumber number={number} />
              <small>
                <Text k={outcome} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
