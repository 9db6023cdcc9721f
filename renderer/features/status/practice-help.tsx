/** In training: what to type or choose to see each ending, service by service. */
import type { ReactNode } from 'react'
import { centimes } from '#shared/money.ts'
import { giftCardPractice, internetPractice, paymentLinkPractice } from '#shared/practice.ts'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { internetPracticeLines } from '../sell/internet/practice.ts'
import { mobilePracticeNumbers } from '../sell/mobile/practice.ts'
import { BillPracticeList } from './bill-practice-list.tsx'

interface PracticeRow {
  readonly key: string
  readonly typed: ReactNode
  readonly outcome: MessageKey
}

const mobileRows: readonly PracticeRow[] = mobilePracticeNumbers.map(({ number, ending }) => ({
  key: number,
  typed: <LineNumber number={number} />,
  outcome: `sell.mobile.practice.${ending}`,
}))

const lines = [...internetPracticeLines, ...internetPractice.filter(({ type }) => type === '4G')]
const internetRows: readonly PracticeRow[] = lines.map(({ number, ending }) => ({
  key: number,
  typed: <LineNumber number={number} />,
  outcome: `sell.practice.${ending}`,
}))

const cardRows: readonly PracticeRow[] = giftCardPractice.map(({ typeId, ending }) => ({
  key: typeId,
  typed: <Ltr>{typeId}</Ltr>,
  outcome: `sell.gift-card.practice.${ending}`,
}))

const linkRows: readonly PracticeRow[] = paymentLinkPractice.map(({ amountDinars, ending }) => ({
  key: String(amountDinars),
  typed: <Amount centimes={centimes(amountDinars * 100)} />,
  outcome: `sell.payment-link.practice.${ending}`,
}))

export function PracticeHelp() {
  return (
    <>
      <h3>
        <Text k="help.practice" />
      </h3>
      <PracticeRows title="header.service.mobile" rows={mobileRows} />
      <PracticeRows title="header.service.internet" rows={internetRows} />
      <PracticeRows title="header.service.gift-card" rows={cardRows} />
      <PracticeRows title="header.service.payment-link" rows={linkRows} />
      <BillPracticeList />
    </>
  )
}

function PracticeRows({
  title,
  rows,
}: {
  readonly title: MessageKey
  readonly rows: readonly PracticeRow[]
}) {
  return (
    <section className="help-practice">
      <h4>
        <Text k={title} />
      </h4>
      <dl className="help-numbers">
        {rows.map(({ key, typed, outcome }) => (
          <div key={key}>
            <dt>{typed}</dt>
            <dd>
              <Text k={outcome} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
