/** What a system does to a running counter: it says nothing where it should, wakes it, kills its page and ends its session. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/counter.ts'
import { expectOutcome, payButton, practice, reviewByKeyboard, sellByKeyboard } from './support/till.ts'

test.skip(({ runtime }) => runtime !== 'stand-in', 'the system is the stand-in’s')

test('no first picture, a page that dies after a sale, a second start, and the end of the session', async ({
  openCounter,
  workFolder,
}) => {
  const machine = join(workFolder, 'machine')
  const desktop = join(workFolder, 'desktop')
  for (const folder of [machine, desktop]) mkdirSync(folder)
  writeFileSync(join(machine, 'withhold-ready-to-show'), '')
  const send = async (event: string) => {
    const file = join(machine, `send-${event}`)
    writeFileSync(file, '')
    await expect.poll(() => existsSync(file)).toBe(false)
  }
  // A counter that is never shown does not open here.
  const { page, dataDir, waitForExit } = await openCounter({
    env: { COMPTOIR_STAND_IN_MACHINE: machine, COMPTOIR_STAND_IN_DESKTOP: desktop },
  })
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'fulfilled')

  await page.evaluate(() => Reflect.set(window, 'isFirst', true))
  await send('render-process-gone')
  await page.waitForFunction(() => !('isFirst' in window))
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await send('suspend')
  await send('resume')
  await reviewByKeyboard(page, practice.refunded)
  await expect(payButton(page)).toBeVisible()

  writeFileSync(join(desktop, 'away'), '')
  await send('second-instance')
  await expect.poll(() => existsSync(join(desktop, 'away'))).toBe(false)

  await send('query-session-end')
  const journal = join(dataDir, 'journal', 'training-training.journal')
  expect(existsSync(`${journal}-wal`)).toBe(true)
  writeFileSync(join(machine, 'send-session-end'), '')
  expect(await waitForExit()).toBe(0)
  expect(existsSync(`${journal}-wal`)).toBe(false)
  const log = readFileSync(join(dataDir, 'logs', 'comptoir.log'), 'utf8')
  expect(log).toContain('the page of the counter has died')
  expect(log).toContain('the session has ended')
})
