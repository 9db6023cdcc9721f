/** How a mobile top-up looks. */
import type { DisplayGoods } from '#shared/orders.ts'
import { type MobilePart, operatorOfPart, partDownFor } from '#shared/products/mobile.ts'
import { StatusNote } from '../../components/error-note.tsx'
import { Amount, LineNumber, Text } from '../../components/text.tsx'
import type { Looks } from '../looks.tsx'

export const mobileLooks: Looks<'mobile'> = {
  Subject: ({ order }) => <LineNumber number={order.number} />,
  subjectLabel: 'sale.number',
  factsOf: ({ operator, planName, amountCentimes }) => [
    { label: 'sale.operator', value: operator && <bdi>{operator}</bdi> },
    { label: 'sale.plan', value: <bdi>{planName}</bdi> },
    { label: 'sale.amount', value: <Amount centimes={amountCentimes} /> },
  ],
  isSubjectAmongFacts: false,
  isLong: false,
  cautionFor({ operator, planKind }, down) {
    const part = partDownFor({ operator, kind: planKind }, down)
    return part && <DownNote part={part} />
  },
  FavouriteName: ({ favourite: { planName, amountCentimes } }) => (
    <>
      <bdi>{planName}</bdi> {amountCentimes !== null && <Amount centimes={amountCentimes} />}
    </>
  ),
  GoodsSubject: ({ goods }) => <LineNumber number={goods.number} />,
  GoodsFacts: ({ goods }) => (
    <p className="display-what">
      <bdi>{planIn(goods)}</bdi>
    </p>
  ),
}

/** The service's names of plans often hold the operator's already. */
function planIn({ operator, planName }: Extract<DisplayGoods, { kind: 'mobile' }>): string {
  const names = [operator, planName].filter((name) => name !== null)
  const isTold = operator !== null && planName?.toLowerCase().includes(operator.toLowerCase()) === true
  return (isTold ? names.slice(1) : names).join(' · ')
}

// What the service says is down, before anything is sent: it may be wrong, and so keeps nobody from selling.

export function DownNote({ part }: { readonly part: MobilePart | undefined }) {
  if (part === undefined) return null
  const word = part === 'mobilisFixedPlans' ? 'fixedDownNow' : 'downNow'
  return (
    <StatusNote testId="operator-down">
      <Text k={`sell.mobile.${word}`} values={{ operator: <bdi>{operatorOfPart[part]}</bdi> }} />
    </StatusNote>
  )
}
