/** In training: the biller's accounts whose bills and ending are known, one press from the fields. */
import { Ltr, Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import { PracticeOutcome } from '../../status/bill-practice-list.tsx'
import { type AccountStep, formsFor } from './flow.ts'
import { practiceAccountsOf } from './practice.ts'

export function PracticeAccounts({ step }: { readonly step: AccountStep }) {
  const { bill } = useParts().selling.entries
  const accounts = practiceAccountsOf(step.partner, formsFor(step.from, step.partner))
  if (accounts.length === 0) return null
  return (
    <section className="practice practice-accounts">
      <h2>
        <Text k="sell.bill.practice" />
      </h2>
      <ul>
        {accounts.map(({ practice, form, typed }) => (
          <li key={practice.value}>
            <button
              type="button"
              // The field keeps the focus, so that Enter asks.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => bill.fill(form, typed)}
            >
              <Ltr>{practice.value}</Ltr>
              <small>
                <PracticeOutcome account={practice} />
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
