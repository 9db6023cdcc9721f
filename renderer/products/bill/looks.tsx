/** How a payment of bills looks. */
import { Fragment } from 'react'
import { discoveryFloorCentimes } from '#shared/limits.ts'
import { type BillPartner, billers } from '#shared/products/bill.ts'
import { type BillPractice, type BillPracticeEnding, billPractice } from '#shared/products/bill-practice.ts'
import type { OrderOf } from '#shared/products/orders.ts'
import { Chip } from '../../components/chip.tsx'
import type { Fact } from '../../components/fact-list.tsx'
import { Amount, InLanguages, LineNumber, Ltr, OwnName, Text } from '../../components/text.tsx'
import looksStyles from '../looks.module.css'
import type { Looks } from '../looks.tsx'
import styles from './looks.module.css'
import type { BillTake } from './reading.ts'

export const PartnerName = ({ partner }: { readonly partner: BillPartner }) => (
  <OwnName latin={partner} arabic={billers[partner].otherNames[0]} />
)

export const billLooks: Looks<'bill', BillTake> = {
  icon: 'slip',
  chipOf: ({ partner }) => billers[partner].chip,
  About: ({ order: { partner, bills } }) => (
    <>
      <PartnerName partner={partner} /> · <Text k="start.bills" values={{ count: bills.length }} />
    </>
  ),
  chipOfGoods: ({ partner }) => billers[partner].chip,
  ReadingLine: ({ take: { partner, account } }) => {
    const number = Object.values(account?.typed ?? {})[0] ?? null
    return (
      <>
        <Chip face={billers[partner].chip} />
        <span className={looksStyles['choice-what']}>
          <PartnerName partner={partner} />
        </span>
        <span className={looksStyles['choice-note']}>
          <Text k="start.bills" values={{ count: 1 }} />{' '}
          {number !== null && <Account partner={partner} number={number} />}
        </span>
      </>
    )
  },
  Subject: ({ order }) => (
    <>
      <PartnerName partner={order.partner} /> <Account partner={order.partner} number={order.accountNumber} />
    </>
  ),
  subjectLabel: 'sale.number',
  factsOf: ({ partner, accountNumber, bills, feeCentimes }) => [
    { label: 'sale.partner', value: <PartnerName partner={partner} /> },
    { label: 'sale.account', value: <Account partner={partner} number={accountNumber} /> },
    ...bills.map((bill) => billFact(bill, bill.label)),
    { label: feeLabel(bills.length), value: <Amount centimes={feeCentimes} /> },
  ],
  ReadBack: ({ order }) => <Account partner={order.partner} number={order.accountNumber} />,
  reviewFactsOf: ({ partner, accountNumber, bills, feeCentimes }) => [
    ...bills.map((bill) => billFact(bill, labelWithout(bill.label, [partner, accountNumber]))),
    { label: feeLabel(bills.length), value: <Amount centimes={feeCentimes} /> },
  ],
  isSubjectAmongFacts: true,
  isLong: true,
  PracticeList: BillPracticeList,
  FavouriteName: ({ favourite }) => <PartnerName partner={favourite.partner} />,
  GoodsSubject: ({ goods }) => <Account partner={goods.partner} number={goods.accountNumber} />,
  goodsTextOf: ({ accountNumber }) => accountNumber,
  GoodsFacts: ({ goods: { partner, billCount, billsCentimes, feeCentimes } }) => (
    <>
      <p className={looksStyles['display-what']}>
        <PartnerName partner={partner} />
      </p>
      <dl className={styles['display-sums']}>
        <dt>
          <InLanguages k="display.bills" values={{ count: billCount }} />
        </dt>
        <dd>
          <Amount centimes={billsCentimes} />
        </dd>
        <dt>
          <InLanguages k={feeLabel(billCount)} />
        </dt>
        <dd>
          <Amount centimes={feeCentimes} />
        </dd>
      </dl>
    </>
  ),
}

type Bill = OrderOf<'bill'>['bills'][number]

const billFact = ({ billId, period, amountCentimes }: Bill, label: string | null): Fact => ({
  label: 'sale.bill',
  id: billId,
  value: (
    <>
      {period !== null && <Ltr>{period}</Ltr>}
      {period !== null && label !== null && ' · '}
      {label !== null && <bdi>{label}</bdi>}
      {(period !== null || label !== null) && ' · '}
      <Amount centimes={amountCentimes} />
    </>
  ),
})

/** What the service calls a bill, without what stands large over it. */
function labelWithout(label: string | null, said: readonly string[]): string | null {
  const rest = said.reduce((left, one) => left.replace(one, ''), label ?? '')
  return rest.replace(/\s+/g, ' ').trim() || null
}

/** The service says its fee on several bills only once they are paid. */
const feeLabel = (billCount: number) => (billCount > 1 ? 'sale.feeEstimate' : 'sale.fee')

interface AccountProps {
  readonly partner: BillPartner
  readonly number: string
}

/** A telephone number, or up to fifty characters of any kind, which may break anywhere. */
export function Account({ partner, number }: AccountProps) {
  if (billers[partner].isTelephone) return <LineNumber number={number} />
  return (
    <bdi dir="ltr" className={styles['order-account']}>
      {number}
    </bdi>
  )
}

// In training: the accounts to practise bill payment with, biller by biller, what each owes and how its payment ends.

const practiceBillers = [...new Set(billPractice.map(({ partner }) => partner))]

export function BillPracticeList() {
  return (
    <>
      <h3>
        <Text k="help.bills" />
      </h3>
      {practiceBillers.map((biller) => (
        <section key={biller} className={styles['help-bills']}>
          <h4>
            <PartnerName partner={biller} />
          </h4>
          <dl>
            {billPractice
              .filter(({ partner }) => partner === biller)
              .map((account) => (
                <PracticeAccount key={`${account.field} ${account.value}`} account={account} />
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

function PracticeAccount({ account }: { readonly account: BillPractice }) {
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
