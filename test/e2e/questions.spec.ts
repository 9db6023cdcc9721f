/**
 * Each way in which a sale comes before a person, from the order at the service to the end that they sign: what is asked stands
 * there in the language of the counter, and so do the answers. The short tier asks each once, two in each language.
 */
import type { Page } from '@playwright/test'
import type { ManualReviewReason } from '#shared/decisions.ts'
import { centimes } from '#shared/money.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { type Locale, locales } from '#shared/views.ts'
import { messages } from '../../renderer/i18n.ts'
import { byTier } from '../support/tier.ts'
import { type Fixtures as CounterFixtures, expect, test } from './support/counter.ts'
import { cards, decideUntilTaken, openSale, orderElsewhere, rowOf, sell } from './support/doubts.ts'
import { showLanguage, waitUntilOpen } from './support/till.ts'
import type { TrainingProcess } from './support/training-process.ts'

type Words = (typeof messages)[Locale]['decide']
type Asked = Extract<keyof Words, 'titleOne' | 'titleNone'>
type Said = Extract<keyof Words, 'delivered' | 'refunded' | 'notReceived' | 'noneOne' | 'elsewhere'>

interface Shop {
  readonly page: Page
  readonly service: TrainingProcess
}

/** `order`: the one that is put before the person. */
interface Begun {
  readonly ref: string
  readonly order?: string | undefined
}

type QuestionWords = Pick<Question, 'from' | 'to' | 'asks' | 'evidence' | 'says'>

interface Question {
  readonly what: string
  /** Sells what comes before a person. */
  begin(shop: Shop): Promise<Begun>
  /** How the sale stands before, and after the answer. */
  readonly from: SalePhase
  readonly to: SalePhase
  readonly asks: Asked
  readonly evidence?: ManualReviewReason
  /** Missing: that the order is the sale's. */
  readonly says?: Said
}

/** The counter's time and the service's go together, and so fast that ten minutes are ten seconds. */
const SPEED = '60'

const command = (page: Page, name: string, input: object) =>
  page.evaluate(([asked, given]) => Reflect.get(window, 'comptoir').command(asked, given), [name, input])
const warnsOfSharedKey = async (page: Page): Promise<boolean> =>
  (await command(page, 'app.snapshot', {})).value.status.notices.includes('settings-key-shared')

const postOf = {
  cards: { method: 'POST', path: '/v3/gift-cards/placeOrder' },
  internet: { method: 'POST', path: '/v3/internet/send' },
} as const
const cut = (take: boolean) => ({ do: 'cut', take }) as const

const internet = (number: string) =>
  ({ kind: 'internet', type: 'ADSL', number, valueCentimes: centimes(100_000) }) as const

/** Sells cards whose request is under way until the next release, and never arrives: whatever is ordered meanwhile may be its. */
async function sellHeld({ page, service }: Shop, card: ReturnType<typeof cards>): Promise<string> {
  await service.addFaults({ ...postOf.cards, action: { do: 'hold', take: false } })
  const ref = await sell(page, card)
  await expect.poll(service.heldCount).toBe(1)
  return ref
}

/** The service's last order. */
const lastOrder = async (service: TrainingProcess) => (await service.ledger()).orders.at(-1)?.id

const questions: readonly Question[] = [
  {
    what: 'another till, which nobody has declared, ordered the same card, and our order never arrived',
    async begin({ page, service }) {
      await command(page, 'settings.update', { sharedKey: false })
      // No sale of this counter's can be the reason of it.
      await orderElsewhere(service, cards('google-us-10', 7, 'google-play-us'))
      const card = cards('psn-fr-10', 1, 'playstation-fr')
      const ref = await sellHeld({ page, service }, card)
      const order = await orderElsewhere(service, card)
      await service.release()
      // Until a person saves a setting, the language for one.
      await expect.poll(() => warnsOfSharedKey(page)).toBe(true)
      return { ref, order }
    },
    ...{ from: 'in-doubt', to: 'unsent', asks: 'titleOne', says: 'noneOne' },
  },
  {
    what: 'two sales of one card wait for one order',
    async begin({ page, service }) {
      const card = cards('steam-us-5', 1, 'steam-us')
      await sellHeld({ page, service }, card)
      await service.addFaults({ ...postOf.cards, action: cut(true) })
      const ref = await sell(page, card)
      await expect(rowOf(page, 'open', ref)).toHaveAttribute('data-phase', 'in-doubt')
      const order = await lastOrder(service)
      await service.release()
      return { ref, order }
    },
    ...{ from: 'in-doubt', to: 'fulfilled', asks: 'titleOne' },
  },
  {
    what: 'the account’s history is nowhere, and the list shows nothing',
    async begin({ page, service }) {
      await service.addFaults({ ...postOf.cards, action: cut(false) })
      return { ref: await sell(page, cards('TEST_REFUND', 1)) }
    },
    ...{ from: 'in-doubt', to: 'unsent', asks: 'titleNone', evidence: 'path-unproven', says: 'notReceived' },
  },
  {
    what: 'a 404 has a code that no table has, at a path that never found anything',
    async begin({ page, service }) {
      await service.addFaults({ ...postOf.internet, action: cut(false) })
      return { ref: await sell(page, internet('023456701')) }
    },
    ...{ from: 'in-doubt', to: 'unsent', asks: 'titleNone', evidence: 'path-unproven', says: 'notReceived' },
  },
  {
    what: 'an accepted order has a word that no table has',
    begin: async ({ page }) => ({
      ref: await sell(page, {
        ...{ kind: 'mobile', planCode: 'PREPAID_MOBILIS', number: '0600000001' },
        amountCentimes: centimes(50_000),
      }),
    }),
    ...{ from: 'unknown', to: 'refunded', asks: 'titleNone', evidence: 'unknown-word', says: 'refunded' },
  },
  {
    what: 'the record of an accepted order states another amount',
    begin: async ({ page }) => ({ ref: await sell(page, internet('023456702')) }),
    ...{
      from: 'handling',
      to: 'fulfilled',
      asks: 'titleNone',
      evidence: 'record-differs',
      says: 'delivered',
    },
  },
]

/** A counter at a service that behaves so where the document leaves it open. */
async function openShop(
  { openCounter, startTraining }: Pick<CounterFixtures, 'openCounter' | 'startTraining'>,
  ...behaviour: readonly string[]
): Promise<Shop> {
  const points = behaviour.flatMap((point) => ['--behaviour', point])
  const service = await startTraining(['--clock-speed', SPEED, ...points])
  const { page } = await openCounter({ ...service, env: { COMPTOIR_CLOCK_SPEED: SPEED } })
  await waitUntilOpen(page)
  return { page, service }
}

/** Plays the question in this language: what is asked, the answer, and how the sale stands then. */
async function answer(
  { page }: Shop,
  question: QuestionWords,
  { ref, order }: Begun,
  locale: Locale,
): Promise<void> {
  const { from, to, asks, evidence, says } = question
  const words = messages[locale].decide
  await showLanguage(page, locale)
  const { detail } = await openSale(page, 'open', ref, from)
  const choice = detail.getByTestId('choice')
  await expect(choice.locator('legend')).toHaveText(words[asks])
  if (evidence) await expect(choice).toContainText(words.evidence[evidence])
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
  const picked = says ? words[says] : `${words.order} ${order}`
  if (order !== undefined) await expect(choice).toContainText(`${words.order} ${order}`)
  await choice.locator('label').filter({ hasText: picked }).click()
  if (says !== undefined && says !== 'notReceived' && says !== 'noneOne')
    await choice.getByRole('textbox', { name: words.saw }).fill('their number 4711')
  await choice.getByRole('textbox', { name: words.who }).fill('Samira')
  await choice.getByRole('textbox', { name: words.why }).fill('the service told me on the phone')
  await decideUntilTaken(choice, choice.getByRole('button', { name: words.decide }))
  await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', to)
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
}

for (const turn of byTier([0], [0, 1, 2]))
  test(`what looks do not end is asked, answered and ended, from ${locales[turn]} on`, async ({
    openCounter,
    startTraining,
  }) => {
    const shop = await openShop(
      { openCounter, startTraining },
      ...['historyPath=missing', 'platformNotFound=ERR_NOT_FOUND'],
      ...['mobileRefundWord=CANCELLED', 'internetAmount=before-tax'],
    )
    const begun: { readonly question: Question; readonly sale: Begun }[] = []
    for (const question of questions) begun.push({ question, sale: await question.begin(shop) })
    for (const [place, { question, sale }] of begun.entries()) {
      const locale = locales[(place + turn) % locales.length] ?? 'fr'
      await test.step(`${question.what} (${locale})`, () => answer(shop, question, sale, locale))
    }
  })

/** Three sales, one in each language: what is like one of them is like no other. */
const differentCards = [
  cards('psn-fr-10', 1, 'playstation-fr'),
  cards('steam-us-5', 1, 'steam-us'),
  cards('google-us-10', 1, 'google-play-us'),
] as const

/** A card that the service ordered for us, of which no answer came. */
async function beginLost({ page, service }: Shop, turn: number): Promise<Begun> {
  await service.addFaults({ ...postOf.cards, action: cut(true) })
  const ref = await sell(page, differentCards[turn] ?? differentCards[0])
  await expect(rowOf(page, 'open', ref)).toHaveAttribute('data-phase', 'in-doubt')
  return { ref, order: await lastOrder(service) }
}

const listedOtherwise = {
  ...({ begin: beginLost, from: 'in-doubt', to: 'fulfilled', asks: 'titleOne' } as const),
}

const services: readonly (QuestionWords & {
  readonly what: string
  readonly behaviour: readonly string[]
  begin(shop: Shop, turn: number): Promise<Begun>
})[] = [
  {
    what: 'the list dates a lost order in the time of the account’s zone',
    behaviour: ['platformTimes=local-as-utc'],
    ...listedOtherwise,
  },
  {
    what: 'answers are dated an hour ahead of the orders',
    behaviour: ['serviceClock=hour-ahead'],
    ...listedOtherwise,
  },
  {
    what: 'the list names the type of a lost order otherwise, at another price',
    behaviour: ['giftRowType=own', 'giftRowPrice=other'],
    ...listedOtherwise,
    says: 'elsewhere',
  },
  {
    what: 'an accepted order is not found any more',
    behaviour: ['internetIdPath=missing', 'internetRefPath=missing'],
    begin: async ({ page }, turn) => ({ ref: await sell(page, internet(`02345670${turn}`)) }),
    ...{
      from: 'handling',
      to: 'fulfilled',
      asks: 'titleNone',
      evidence: 'order-vanished',
      says: 'delivered',
    },
  },
]

for (const { what, behaviour, begin, ...question } of services)
  test(`in each language a person is asked where ${what} @long`, async ({ openCounter, startTraining }) => {
    const shop = await openShop({ openCounter, startTraining }, ...behaviour)
    const sales: Begun[] = []
    for (const turn of locales.keys()) sales.push(await begin(shop, turn))
    for (const [turn, sale] of sales.entries()) await answer(shop, question, sale, locales[turn] ?? 'fr')
  })
