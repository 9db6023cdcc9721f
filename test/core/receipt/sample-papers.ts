/** Papers of every kind: each kind of sale in each of its phases, with all that may stand on a slip, and the sheets. */
import { composeSlip, type SlipContext } from '#core/receipt/compose.ts'
import { composeTestPage } from '#core/receipt/compose-test-page.ts'
import { composeTillPaper } from '#core/receipt/compose-till.ts'
import type { PaperDocument, SheetDocument } from '#core/receipt/document.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import { emptyShop, type Shop } from '#shared/shop.ts'
import type { Settings } from '#shared/views.ts'
import { kindsAndPhases, sampleOrders, sampleSale, soldAtMs } from './sample-sale.ts'
import { sampleTillContents } from './sample-till.ts'

type Language = Settings['slip']['language']

/** A black disc on white: enough of a logo to see that it is one. */
const LOGO_DOTS = 96
const logoBits = Uint8Array.from({ length: (LOGO_DOTS * LOGO_DOTS) / 8 }, (_, place) => {
  const y = Math.floor((place * 8) / LOGO_DOTS) - LOGO_DOTS / 2
  const left = ((place * 8) % LOGO_DOTS) - LOGO_DOTS / 2
  const isIn = (x: number) => x * x + y * y < 46 * 46 && (Math.abs(x) > 8 || Math.abs(y) > 30)
  return Array.from({ length: 8 }, (_bit, bit) => isIn(left + bit)).reduce(
    (byte, is) => byte * 2 + (is ? 1 : 0),
    0,
  )
})

export const sampleShop: Shop = {
  ...{ name: 'El Baraka Télécom', address: ['12, rue Didouche Mourad', '16000 Alger'] },
  ...{ phones: ['0555 12 34 56', '021 63 45 67'], rc: '16/00-1234567 B 19', nif: '001916012345678' },
  ...{ nis: '001916010012345', ai: '16012345678', footer: 'Merci et à bientôt' },
  logo: {
    widthDots: LOGO_DOTS,
    heightDots: LOGO_DOTS,
    bits: Buffer.from(logoBits).toString('base64'),
  },
}

export const arabicShop: Shop = {
  ...sampleShop,
  ...{
    name: 'محل البركة للاتصالات',
    address: ['12 شارع ديدوش مراد، الجزائر العاصمة'],
    footer: 'شكرًا وإلى اللقاء',
  },
}

export const sampleContext = {
  shop: sampleShop,
  environment: 'production',
  nowMs: soldAtMs + 60_000,
} as const satisfies SlipContext

export const sampleCards = [
  { kind: 'open', code: 'XK4D-99QF-7TTR-M2VB', serial: '0042-7781-0001' },
  { kind: 'open', code: 'PL2M-04HN-QQ81-ZZ7C', serial: '0042-7781-0002' },
  { kind: 'open', code: '9WRT-LLP0-44XA-1K8D', serial: null },
] as const

export interface SamplePaper {
  readonly name: string
  readonly document: PaperDocument
}

/** All of them in one language. */
export const samplePapers = (language: Language): readonly SamplePaper[] => [
  ...kindsAndPhases.map(([kind, phase]) => ({
    name: `${kind}-${phase}`,
    document: composeSlip(sampleSale(phase, {}, kind), language, {
      ...sampleContext,
      shop: language === 'ar' ? arabicShop : sampleShop,
    }),
  })),
  ...specialPapers(language),
]

const givenBackOf = (amountCentimes: number) => ({
  atMs: soldAtMs + 90_000,
  amountCentimes: centimes(amountCentimes),
  who: 'Amina',
})

const partSettled = { deliveredCount: null, countedPartCentimes: zeroCentimes }

const specialPapers = (language: Language): readonly SamplePaper[] => {
  const slip = (name: string, sale: ReturnType<typeof sampleSale>, context: Partial<SlipContext> = {}) => ({
    name,
    document: composeSlip(sale, language, { ...sampleContext, ...context }),
  })
  const cards = sampleSale('fulfilled', {}, 'gift-card')
  return [
    slip('card-codes', cards, { cards: sampleCards }),
    slip('duplicate', sampleSale('fulfilled'), { copyNumber: 2 }),
    slip('paid-back', sampleSale('refunded', { givenBack: givenBackOf(205_000) })),
    slip('part-paid-back', sampleSale('partly-fulfilled', { givenBack: givenBackOf(230_100) }, 'gift-card')),
    slip('owed-more', sampleSale('refunded', { givenBeforeCentimes: centimes(68_000) })),
    slip('part-settled', sampleSale('partly-fulfilled', partSettled, 'gift-card')),
    slip('part-by-decision', saidPartly),
    slip('given-up-delivered', sampleSale('fulfilled', { givenUp: true })),
    slip('given-up-refunded', sampleSale('refunded', { givenUp: true })),
    slip('not-found', sampleSale('unsent', { reason: 'not-found' })),
    slip('training', sampleSale('fulfilled'), { environment: 'training' }),
    slip('sandbox-no-header', sampleSale('handling'), { environment: 'sandbox', shop: emptyShop }),
    slip('short', sampleSale('fulfilled'), { choices: { ...choices, isShort: true } }),
    slip('short-bill', sampleSale('fulfilled', { till: { means: 'cash', cashier } }, 'bill'), {
      choices: { ...choices, isShort: true },
    }),
    slip('all-chosen', sampleSale('fulfilled', { till: { means: 'cash', cashier } }, 'bill'), { choices }),
    slip('proven', sampleSale('fulfilled'), { choices, prove }),
    slip('claimed-until', sampleSale('refunded', { till: { means: 'cash', cashier } }), { choices }),
    slip('one-bill', sampleSale('fulfilled', { order: oneBill }, 'bill')),
    slip('many-bills', manyBills),
    slip('great-amounts', greatAmounts),
    { name: 'test-page', document: sampleTestPage(language) },
    { name: 'report', document: sampleReport(language) },
    ...tillPapers(language),
  ]
}

/** Each paper of the till; one of them as a duplicate. */
const tillPapers = (language: Language): readonly SamplePaper[] =>
  Object.entries(sampleTillContents).map(([name, content]) => ({
    name: `till-${name}`,
    document: composeTillPaper(content, language, {
      ...{ ...sampleContext, shop: language === 'ar' ? arabicShop : sampleShop },
      copyNumber: name === 'refund' ? 1 : 0,
    }),
  }))

const cashier = { personId: 'p-1', name: 'Amina Benabdallah' }
const choices = { isShort: false, isSigned: true, isProven: true, claimDays: 30, stampDuty: true }
/** As long as a signed one. */
const prove = ({ ref }: { readonly ref: string }) =>
  `C1.${ref}.205000.SOLD.1795179900.${'0123456789ABCDEF.'.repeat(2)}${'Z'.repeat(103)}`

const saidPartly = sampleSale(
  'partly-fulfilled',
  {
    deliveredCount: null,
    byDecision: {
      ...{ end: 'partly-delivered', count: 2, who: 'Amina Benabdallah', saw: '2 / 3' },
      ...{ why: 'vu sur la plateforme', atMs: soldAtMs, isOverruled: false },
    },
  },
  'gift-card',
)
const [firstBill] = sampleOrders.bill.bills
const oneBill = { ...sampleOrders.bill, bills: [firstBill] }
const MANY_BILLS = 9
const manyBills = sampleSale(
  'fulfilled',
  {
    order: {
      ...sampleOrders.bill,
      bills: Array.from({ length: MANY_BILLS }, (_, place) => ({
        ...firstBill,
        ...{
          billId: `b-${place}`,
          period: `0${place + 1}/2026`,
          label: 'Électricité et gaz, tarif domestique',
        },
      })),
    },
  },
  'bill',
)
const MOST = 10_000_000_000_000
const greatAmounts = sampleSale(
  'fulfilled',
  {
    order: { ...sampleOrders.internet, valueCentimes: centimes(MOST - 1) },
    priceCentimes: centimes(MOST - 1),
  },
  'internet',
)

export const sampleTestPage = (language: Language): SheetDocument =>
  composeTestPage(language, { shop: sampleShop, nowMs: soldAtMs, printerName: 'Comptoir 1 (TCP 9100)' })

/** As a till's report would be: headings, lines, a total. */
export function sampleReport(language: Language): SheetDocument {
  const page = sampleTestPage(language)
  const wording = (fr: string, ar: string) =>
    page.languages.map((one) => ({ language: one, text: one === 'fr' ? fr : ar }))
  const line = (fr: string, ar: string, amount: number) =>
    ({ kind: 'amount', label: wording(fr, ar), amountCentimes: centimes(amount) }) as const
  return {
    ...page,
    mark: null,
    title: wording('Clôture de caisse Z n° 12', 'إغلاق الصندوق رقم 12'),
    parts: [
      {
        ...{ kind: 'lines', heading: wording('Ventes', 'المبيعات') },
        lines: [line('Recharges', 'تعبئات', 1_250_000), line('Cartes cadeaux', 'بطاقات هدايا', 345_150)],
      },
      {
        ...{ kind: 'lines', heading: wording('Caisse', 'الصندوق') },
        lines: [line('Fond', 'مبلغ الفتح', 500_000), line('Écart', 'الفارق', -12_050)],
      },
      { kind: 'total', line: line('Total', 'المجموع', 2_095_150) },
    ],
  }
}
