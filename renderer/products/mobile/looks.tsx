/** How a mobile top-up looks. */
import { centimesFromDinars } from '#shared/money.ts'
import { mobileParts, partDownFor } from '#shared/products/mobile.ts'
import type { DisplayGoods } from '#shared/products/orders.ts'
import { Chip } from '../../components/chip.tsx'
import { Amount, LineNumber, OwnName, Text } from '../../components/text.tsx'
import { missingDigits } from '../../features/sell/reading.ts'
import looksStyles from '../looks.module.css'
import type { Looks, ReadingLineProps } from '../looks.tsx'
import { DownNote } from './down-note.tsx'
import { mobilePracticeNumbers } from './entry.ts'
import { arabicPlanName, MobileAbout, OperatorName, operatorChip } from './names.tsx'
import { OfferList } from './plan-list.tsx'
import { type MobileTake, numberLength } from './reading.ts'

export const mobileLooks: Looks<'mobile', MobileTake> = {
  icon: 'phone',
  chipOf: ({ operator }) => operatorChip(operator),
  About: ({ order }) => <MobileAbout {...order} />,
  chipOfGoods: ({ operator }) => operatorChip(operator),
  ReadingLine,
  Subject: ({ order }) => <LineNumber number={order.number} />,
  subjectLabel: 'sale.number',
  factsOf: ({ operator, planName, amountCentimes }) => [
    { label: 'sale.operator', value: operator && <OperatorName operator={operator} /> },
    { label: 'sale.plan', value: <OwnName latin={planName} arabic={arabicPlanName(planName)} /> },
    { label: 'sale.amount', value: <Amount centimes={amountCentimes} /> },
  ],
  isSubjectAmongFacts: false,
  isLong: false,
  cautionFor({ operator, planKind }, down) {
    const parts = mobileParts.filter((part) => down.includes(part))
    const part = partDownFor({ operator, kind: planKind }, parts)
    return part && <DownNote part={part} />
  },
  Offers: OfferList,
  practiceRows: mobilePracticeNumbers.map(({ number, ending }) => ({
    key: number,
    typed: <LineNumber number={number} />,
    outcome: `sell.mobile.practice.${ending}`,
  })),
  FavouriteName: ({ favourite: { planName } }) => (
    <OwnName latin={planName} arabic={arabicPlanName(planName)} />
  ),
  favouriteCentimes: ({ amountCentimes }) => amountCentimes,
  GoodsSubject: ({ goods }) => <LineNumber number={goods.number} />,
  GoodsFacts({ goods }) {
    const plan = planIn(goods)
    return (
      <p className={looksStyles['display-what']}>
        <OwnName latin={plan} arabic={arabicPlanName(plan)} />
      </p>
    )
  },
}

/** An operator with its amounts: the number stands in the field, and again beside the choice that leads to the plans. */
function ReadingLine({ take, fit }: ReadingLineProps<MobileTake>) {
  const { operator, amount, number } = take
  const read = amount === null ? undefined : centimesFromDinars(amount)
  return (
    <>
      <Chip face={operatorChip(operator)} />
      <span className={looksStyles['choice-what']}>
        {read?.ok ? (
          <Amount centimes={read.value} />
        ) : (
          <>
            {/* A point never ends a line. */}
            {operator && <OperatorName operator={operator} />}
            {'\u00a0·\u00a0'}
            <Text k="sell.mobile.flexy" />
          </>
        )}
      </span>
      <span className={looksStyles['choice-note']}>
        {fit === 'begun' ? (
          <Text k="start.missing" values={{ count: missingDigits(take.number, numberLength) }} />
        ) : read?.ok ? (
          operator && <OperatorName operator={operator} />
        ) : (
          <>
            <LineNumber number={number} /> · <Text k="start.otherAmount" />
          </>
        )}
      </span>
    </>
  )
}

/** The service's names of plans often hold the operator's already. */
function planIn({ operator, planName }: Extract<DisplayGoods, { kind: 'mobile' }>): string {
  const names = [operator, planName].filter((name) => name !== null)
  const isNamedByPlan = operator !== null && planName?.toLowerCase().includes(operator.toLowerCase()) === true
  return (isNamedByPlan ? names.slice(1) : names).join(' · ')
}
