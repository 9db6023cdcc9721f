/** What became of a sale that looks do not end, as a person says who has asked the service: in each language. */
import { centimes } from '#shared/money.ts'
import type { Locale } from '#shared/views.ts'
import { expect, fastClock, test } from './support/counter.ts'
import { decideUntilTaken, rowOf, sell } from './support/doubts.ts'
import { expectNoOverflow, expectNoViolation } from './support/looks.ts'
import { showLanguage, waitUntilOpen } from './support/till.ts'

interface Said {
  readonly locale: Locale
  readonly number: string
  /** Which of the answers, and how the sale stands then. */
  readonly answer: number
  readonly phase: string
  /** What the sale says, and its slip. */
  readonly says: RegExp
}

const said: readonly Said[] = [
  ...[
    { locale: 'fr', number: '0661234501', answer: 0, phase: 'fulfilled', says: /par décision de .*Samira/ },
  ],
  ...[{ locale: 'ar', number: '0661234502', answer: 1, phase: 'refunded', says: /بقرار من .*Samira/ }],
  ...[{ locale: 'en', number: '0661234503', answer: 2, phase: 'unsent', says: /Not through/ }],
] as const

test('a doubt that looks do not end is settled by a person who has asked the service', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining(['--speed', '3'])
  const { page } = await openCounter({ ...service, env: fastClock })
  await waitUntilOpen(page)
  for (const { locale, number, answer, phase, says } of said) {
    await showLanguage(page, locale)
    await service.addFaults({
      ...{ method: 'POST', path: '/v3/mobile/send', action: { do: 'cut', take: false } },
    })
    const ref = await sell(page, {
      ...{ kind: 'mobile', planCode: 'PREPAID_MOBILIS', number, amountCentimes: centimes(50_000) },
    })
    await rowOf(page, 'open', ref).click()
    const detail = page.getByTestId('sale-detail')
    const choice = detail.getByTestId('choice')
    const decide = choice.getByRole('button').last()
    await expect(choice.getByRole('radio')).toHaveCount(3)
    await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
    await expectNoViolation(page, `question in ${locale}`)
    await expectNoOverflow(page, `question in ${locale}`)
    await choice.getByRole('radio').nth(answer).check()
    const fields = choice.getByRole('textbox')
    await fields.nth(-2).fill('Samira')
    await fields.last().fill('the service told me on the phone')
    if (phase !== 'unsent') {
      await expect(decide).toHaveAttribute('aria-disabled', 'true')
      await fields.first().fill('their number 4711')
    }
    // Refused until no request of the sale's can land any more: pressed again then, as the counter advises.
    await decideUntilTaken(choice, decide)
    await expect(detail.getByTestId('phase')).toHaveAttribute('data-phase', phase)
    await expect(detail.getByTestId('phase')).toContainText(says)
    if (phase !== 'unsent')
      await expect(page.frameLocator('.slip-preview iframe').locator('main')).toContainText('Samira')
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
  }
})

test('the signed-in person signs it: no name is asked for', async ({ openCounter, startTraining }) => {
  const service = await startTraining(['--speed', '3'])
  const { page } = await openCounter({ ...service, env: fastClock })
  await waitUntilOpen(page)
  await page.evaluate(() =>
    Reflect.get(window, 'comptoir').command('people.start', {
      ...{ actId: crypto.randomUUID(), name: 'Samira', pin: '482615' },
    }),
  )
  await service.addFaults({
    ...{ method: 'POST', path: '/v3/mobile/send', action: { do: 'cut', take: false } },
  })
  const ref = await sell(page, {
    ...{
      kind: 'mobile',
      planCode: 'PREPAID_MOBILIS',
      number: '0661234504',
      amountCentimes: centimes(50_000),
    },
  })
  await rowOf(page, 'open', ref).click()
  const detail = page.getByTestId('sale-detail')
  const choice = detail.getByTestId('choice')
  await choice.getByRole('radio').first().check()
  await expect(choice.getByRole('textbox')).toHaveCount(2)
  await expect(choice.getByLabel('Votre nom')).toHaveCount(0)
  await choice.getByRole('textbox').first().fill('their number 4711')
  await choice.getByRole('textbox').last().fill('the service told me on the phone')
  await decideUntilTaken(choice, choice.getByRole('button').last())
  await expect(detail.getByTestId('phase')).toContainText(/par décision de .*Samira/)
})
