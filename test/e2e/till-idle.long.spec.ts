/** A counter that nobody touches locks by itself where the shop wants it, and Escape does not get past the lock. */
import { expect, test } from './support/counter.ts'
import { waitUntilOpen } from './support/till.ts'

const MINUTE_MS = 60_000

test('after the idle minutes the counter locks; a key before them begins the time again', async ({
  openCounter,
}) => {
  const { page } = await openCounter()
  await waitUntilOpen(page)
  await page.clock.install()
  await page.evaluate(async () => {
    const { command } = Reflect.get(window, 'comptoir')
    await command('people.start', { actId: crypto.randomUUID(), name: 'Nadia', pin: '2468' })
    const { value } = await command('app.snapshot', {})
    await command('settings.update', {
      locale: 'fr',
      till: { ...value.settings.till, lockAfterMinutes: 2, strip: true },
    })
  })
  const lock = page.getByTestId('lock-screen')
  await expect(page.getByTestId('who')).toContainText('Nadia')
  await page.clock.runFor(1_000)
  await expect(page.getByTestId('owner-strip').locator('[data-figure="taken"]')).toBeVisible()
  await page.clock.runFor(1.5 * MINUTE_MS)
  await page.keyboard.press('Shift')
  await page.clock.runFor(1.5 * MINUTE_MS)
  await expect(lock).toHaveCount(0)
  await page.clock.runFor(MINUTE_MS)
  await expect(lock).toBeVisible()
  await expect(page.getByTestId('owner-strip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('F12')
  await expect(lock).toBeVisible()
  await expect(page.getByTestId('till')).toHaveCount(0)
  await page.keyboard.type('2468')
  await page.keyboard.press('Enter')
  await expect(lock).toHaveCount(0)
  // The strip may be hidden from who stands before the counter.
  await page.clock.runFor(1_000)
  await page.getByTestId('strip-lock').press('Enter')
  await expect(page.locator('[data-figure="taken"]')).toHaveCount(0)
})
