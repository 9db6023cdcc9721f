/** How an internet card looks. */
import { type InternetType, landlineNumberShape } from '#shared/phone.ts'
import { internetPractice } from '#shared/practice.ts'
import { billers } from '#shared/products/bill.ts'
import type { ChipFace } from '#shared/products/product.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Icon } from '../../components/icon.tsx'
import { Amount, InLanguages, LineNumber, Ltr, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { missingDigits } from '../../features/sell/reading.ts'
import looksStyles from '../looks.module.css'
import type { Looks } from '../looks.tsx'
import { internetPracticeLines } from './entry.ts'
import { adslLength, type InternetTake } from './reading.ts'

const chip4G: ChipFace = { initials: '4G', tone: 'violet' }

const chipOfType = (type: InternetType | null): ChipFace =>
  type === '4G' ? chip4G : billers['Algérie Télécom'].chip

export const internetLooks: Looks<'internet', InternetTake> = {
  icon: 'line',
  chipOf: ({ type }) => chipOfType(type),
  About: ({ order }) => (
    <>
      <Text k="start.internet" /> · <Text k={`sell.type.${order.type}`} />
    </>
  ),
  chipOfGoods: ({ type }) => chipOfType(type),
  ReadingLine: ({ take, fit }) => (
    <>
      <Chip face={chipOfType(take.type)} />
      <span className={looksStyles['choice-what']}>
        <Text k="start.internet" /> {take.type && <Text k={`sell.type.${take.type}`} />}
      </span>
      <span className={looksStyles['choice-note']}>
        {fit === 'begun' ? (
          <Text k="start.missing" values={{ count: missingDigits(take.digits, adslLength) }} />
        ) : (
          <LineNumber number={take.digits} />
        )}
      </span>
    </>
  ),
  Subject: ({ order }) => <LineNumber number={order.number} />,
  subjectLabel: 'sale.number',
  factsOf: ({ type, valueCentimes }, subscriber) => [
    { label: 'sale.type', value: <Text k={`sell.type.${type}`} /> },
    { label: 'sale.customer', value: subscriber && <Ltr>{subscriber.customerNumber}</Ltr> },
    { label: 'sale.offer', value: subscriber?.offer && <bdi>{subscriber.offer}</bdi> },
    { label: 'sale.card', value: <Amount centimes={valueCentimes} /> },
  ],
  isSubjectAmongFacts: false,
  isLong: false,
  OutcomeAction: LandlineOffer,
  practiceRows: [...internetPracticeLines, ...internetPractice.filter(({ type }) => type === '4G')].map(
    ({ number, ending }) => ({
      key: number,
      typed: <LineNumber number={number} />,
      outcome: `sell.practice.${ending}`,
    }),
  ),
  FavouriteName: ({ favourite }) => <Text k={`sell.type.${favourite.type}`} />,
  favouriteCentimes: ({ valueCentimes }) => valueCentimes,
  GoodsSubject: ({ goods }) => <LineNumber number={goods.number} />,
  GoodsFacts({ goods }) {
    const amount = <Amount centimes={goods.valueCentimes} />
    const type = <Text k={`sell.type.${goods.type}`} />
    return <InLanguages k="display.card" values={{ type, amount }} look={looksStyles['display-what']} />
  },
}

// An ADSL line that took no card may be cut because its landline bill is unpaid: the way to that bill, one press off.

function LandlineOffer({ sale: { order, phase } }: { readonly sale: SaleView }) {
  const { bill } = useParts().selling.entries
  const isLandline =
    order.kind === 'internet' && order.type === 'ADSL' && landlineNumberShape.test(order.number)
  if (!isLandline) return null
  if (phase !== 'refunded' && phase !== 'refused') return null
  const { number } = order
  return (
    <Button
      look="quiet"
      onPress={() => bill.openAccount('Algérie Télécom', 'phoneNumber', { phoneNumber: number })}
    >
      <Icon name="line" />
      <Text k="sell.bill.landlineOffer" />
    </Button>
  )
}
