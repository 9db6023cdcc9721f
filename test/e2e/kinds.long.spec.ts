/** Sales of every kind on the screens: in the lists, in full, on their slips; and the choice that only a person can make. */
import type { Page } from '@playwright/test'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { Locale } from '#shared/views.ts'
import { test as base, type Counter, expect } from './support/counter.ts'
import { cards, openSale, orderElsewhere, sell } from './support/doubts.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import { showLanguage, waitUntilOpen } from './support/till.ts'
import type { TrainingProcess } from './support/training-process.ts'

interface Fixtures {
  /** A counter on a service whose clock runs three times as fast. */
  readonly shop: Pick<Counter, 'page'> & { readonly service: TrainingProcess }
}

const test = base.extend<Fixtures>({
  shop: async ({ openCounter, startTraining }, use) => {
    const service = await startTraining(['--speed', '3'])
    const { page } = await openCounter({ ...service })
    await waitUntilOpen(page)
    await use({ page, service })
  },
})

/** The next order of a card is taken, and its answer lost. */
const loseOrder = (service: TrainingProcess) =>
  service.addFaults({
    ...{ method: 'POST', path: '/v3/gift-cards/placeOrder', action: { do: 'cut', take: true } },
  })

async function payBills(page: Page, asked: CommandInput<'bills.discover'>): Promise<string> {
  const found = await page.evaluate(
    (it) => Reflect.get(window, 'comptoir').command('bills.discover', it),
    asked,
  )
  const billIds = found.value.bills.map(({ billId }: { readonly billId: string }) => billId)
  return sell(page, { kind: 'bill', discoveryRef: found.value.discoveryRef, billIds })
}

test('a sale of each kind is listed, has its page and its slip', async ({ shop: { page } }) => {
  const mobile = await sell(page, {
    ...{
      kind: 'mobile',
      planCode: 'PREPAID_MOBILIS',
      number: '0600000002',
      amountCentimes: centimes(50_000),
    },
  })
  const partly = await sell(page, cards('TEST_PARTIAL', 3))
  const bills = await payBills(page, {
    partner: 'SONELGAZ',
    account: { sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '1', ebb_key: 'K' } },
  })

  const refunded = await openSale(page, 'today', mobile, 'refunded')
  await expect(refunded.detail).toContainText('Facture Mobilis')
  await expect(refunded.slip).toContainText('Recharge non livrée')
  await page.keyboard.press('Escape')

  const part = await openSale(page, 'today', partly, 'partly-fulfilled')
  await expect(part.detail.getByTestId('phase')).toContainText(/1\s000 DA/)
  await expect(part.slip).toContainText('À rendre au client')
  await expect(part.slip).toContainText('1 / 3'.replaceAll(' ', '\u00a0'))
  await page.keyboard.press('Escape')

  const paid = await openSale(page, 'today', bills, 'fulfilled')
  await expect(paid.detail).toContainText(/2\s080 DA/)
  await expect(paid.slip).toContainText('Frais de service')
  await page.keyboard.press('Escape')

  await showLanguage(page, 'ar')
  const inArabic = await openSale(page, 'today', bills, 'fulfilled')
  await expect(inArabic.detail.getByTestId('phase')).toContainText('تأكّد الدفع')
})

test('of two orders that may be the sale a person points out the right one, and signs', async ({
  shop: { page, service },
}) => {
  const orderId = await orderElsewhere(service, cards('TEST_REFUND', 1))
  await loseOrder(service)
  const ref = await sell(page, cards('TEST_REFUND', 1))

  const { detail } = await openSale(page, 'open', ref, 'in-doubt')
  const choice = detail.getByTestId('choice')
  await expect(choice.getByRole('radio')).toHaveCount(5)
  await page.setViewportSize({ width: 1024, height: 768 })
  await expectNoViolation(page, 'choice')
  await expectNoOverflow(page, 'choice')
  const decide = choice.getByRole('button')
  await choice
    .getByRole('radio')
    .and(choice.locator(`label:not(:has-text("${orderId}")) input`))
    .first()
    .check()
  await expect(decide).toHaveAttribute('aria-disabled', 'true')
  await choice.getByRole('textbox').first().fill('Samira')
  await choice.getByRole('textbox').last().fill('the other one was sold by phone')
  await decide.click()
  await expect(choice).toHaveCount(0)
  await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', 'refunded')
})

test('an order of another price is the sale’s if a person says so, and the screen shows what they may not say yet', async ({
  shop: { page, service },
}) => {
  await loseOrder(service)
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { sharedKey: true }))
  const ref = await sell(page, cards('TEST_REFUND', 1))

  const { detail } = await openSale(page, 'open', ref, 'in-doubt')
  const choice = detail.getByTestId('choice')
  const options = choice.getByRole('radio')
  await expect(options).toHaveCount(4)
  await expect(choice).toContainText('Cette commande est-elle celle de la vente')
  await options.nth(1).check()
  await choice.getByRole('textbox').first().fill('Samira')
  await choice.getByRole('textbox').last().fill('nobody ordered it')
  await choice.getByRole('button').click()
  await expect(choice.getByRole('alert')).toContainText('Pas encore possible')
  await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', 'in-doubt')
  await options.first().check()
  await choice.getByRole('button').click()
  await expect(choice).toHaveCount(0)
  await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', 'refunded')
})

test('a choice that changed meanwhile is asked again, and nothing is recorded', async ({
  shop: { page, service },
}) => {
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { sharedKey: true }))
  await loseOrder(service)
  const ref = await sell(page, cards('TEST_REFUND', 1))
  const { detail } = await openSale(page, 'open', ref, 'in-doubt')
  const choice = detail.getByTestId('choice')
  const options = choice.getByRole('radio')
  await expect(options).toHaveCount(4)
  await options.first().check()
  await orderElsewhere(service, cards('TEST_REFUND', 1))
  await expect(options).toHaveCount(5)
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
})

/** What is owed for the one of two cards that did not come. An order of the same cards would be awaited by the one before. */
const parts: readonly {
  readonly locale: Locale
  readonly productId: string
  readonly typeId: string
  readonly says: RegExp
}[] = [
  {
    locale: 'fr',
    productId: 'training-cards',
    typeId: 'TEST_REFUND',
    says: /en partie par décision de .*Samira.*vous devez/,
  },
  { locale: 'ar', productId: 'training-cards', typeId: 'TEST_PARTIAL', says: /سُلِّم بعضها بقرار من .*Samira/ },
  {
    locale: 'en',
    productId: 'steam-us',
    typeId: 'steam-us-5',
    says: /in part by decision of .*Samira.*is owed/,
  },
]

test('cards that came in part are counted by the person who saw it, and the others are owed', async ({
  shop: { page, service },
}) => {
  await page.evaluate(() => Reflect.get(window, 'comptoir').command('settings.update', { sharedKey: true }))
  for (const { locale, productId, typeId, says } of parts) {
    await showLanguage(page, locale)
    await loseOrder(service)
    const ref = await sell(page, cards(typeId, 2, productId))
    const { detail } = await openSale(page, 'open', ref, 'in-doubt')
    const choice = detail.getByTestId('choice')
    const decide = choice.getByRole('button').last()
    await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
    // The last answers: delivered, in part, refunded.
    await choice.getByRole('radio').nth(-2).check()
    await choice.getByRole('textbox').first().fill('their list: one of two')
    await choice.getByRole('textbox').nth(1).fill('Samira')
    await choice.getByRole('textbox').last().fill('the other sold by phone')
    await expect(decide).toHaveAttribute('aria-disabled', 'true')
    await expectNoViolation(page, `part in ${locale}`)
    await expectNoOverflow(page, `part in ${locale}`)
    await choice.getByRole('combobox').selectOption('1')
    await decide.click()
    await expect(choice).toHaveCount(0)
    await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', 'partly-fulfilled')
    await expect(detail.getByTestId('phase')).toContainText(says)
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
  }
})
