/** In training: the accounts to practise bill payment with, biller by biller, what each owes and how its payment ends. */
import { Fragment } from 'react'
import { discoveryFloorCentimes } from '#shared/limits.ts'
import { type BillPractice, type BillPracticeEnding, billPractice } from '#shared/products/bill-practice.ts'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { PartnerName } from './looks.tsx'
import styles from './practice-list.module.css'

const billers = [...new Set(billPractice.map(({ partner }) => partner))]

export function BillPracticeList() {
  return (
    <>
      <h3>
        <Text k="help.bills" />
      </h3>
      {billers.map((biller) => (
        <section key={biller} className={styles['help-bills']}>
          <h4>
            <PartnerName partner={biller} />
          </h4>
          <dl>
            {billPractice
              .filter(({ partner }) => partner === biller)
              .map((account) => (
                <Account key={`${account.field} ${account.value}`} account={account} />
              ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Endings before any bill is listed: what the account owes is never seen. */
const listsNothing: readonly BillPracticeEnding[] = [
  'invalid-account',
  'in-progress',
  'already-paid',
  'discovery-fails',
]

function Account({ account }: { readonly account: BillPractice }) {
  return (
    <div>
      <dt>
        <small>
          <Text k={`bill.field.${account.field}`} />
        </small>{' '}
        <Ltr>{account.value}</Ltr>
      </dt>
      <dd>
        <PracticeOutcome account={account} />
      </dd>
    </div>
  )
}

/** What an account owes, and how its payment ends. */
export function PracticeOutcome({ account: { owedCentimes, ending } }: { readonly account: BillPractice }) {
  if (listsNothing.includes(ending)) return <Text k={`help.billEnding.${ending}`} />
  const listed = owedCentimes.filter((amount) => amount >= discoveryFloorCentimes)
  if (listed.length === 0) {
    return <Text k={owedCentimes.length === 0 ? 'help.owesNothing' : 'help.owesTooLittle'} />
  }
  return (
    <>
      {listed.map((amount, place) => (
        <Fragment key={amount}>
          {place > 0 && ' · '}
          <Amount centimes={amount} />
        </Fragment>
      ))}
      {' – '}
      <Text k={`help.billEnding.${ending}`} />
    </>
  )
}
