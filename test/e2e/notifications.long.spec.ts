/** Desktop notifications through the shell: shown while another program is in front, pressed, and turned off. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/counter.ts'
import { expectOutcome, practice, sellByKeyboard } from './support/till.ts'

const shownIn = (desktop: string): readonly string[] => {
  const file = join(desktop, 'shown.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

test('a sale that ends behind another program is notified without its number; a press shows it', async ({
  openCounter,
  startTraining,
  workFolder,
  runtime,
}) => {
  test.skip(runtime === 'electron', 'a test cannot be the person at a real desktop')
  const desktop = join(workFolder, 'desktop')
  mkdirSync(desktop)
  const env = { COMPTOIR_STAND_IN_DESKTOP: desktop }
  const { page } = await openCounter({ ...(await startTraining(['--speed', '5'])), env })
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  expect(shownIn(desktop)).toEqual([])

  writeFileSync(join(desktop, 'away'), '')
  await sellByKeyboard(page, practice.refunded)
  await expect.poll(() => shownIn(desktop)).toHaveLength(1)
  const [line = ''] = shownIn(desktop)
  expect(line).toContain('Échouée')
  expect(line).not.toContain(practice.refunded)
  writeFileSync(join(desktop, 'press-1'), '')
  await expect(page.getByTestId('sale-detail')).toContainText('030 00 00 01')
  expect(existsSync(join(desktop, 'away'))).toBe(false)
  expect(shownIn(desktop)).toHaveLength(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')

  await page.keyboard.press('F10')
  const setting = page.locator('[data-setting="desktopNotifications"]')
  await setting.locator('.segment').last().click()
  await expect(setting).toContainText('Enregistré')
  await page.keyboard.press('Escape')
  writeFileSync(join(desktop, 'away'), '')
  await sellByKeyboard(page, '024000001')
  await expectOutcome(page, 'fulfilled')
  expect(shownIn(desktop)).toHaveLength(2)
})
