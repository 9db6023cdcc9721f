/** What draws slips is read before the first one is waited for, and by no counter that sends its printer no picture. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startPrintingShop } from '../../support/printing.ts'

const child = fileURLToPath(new URL('../../support/warm-pen-child.ts', import.meta.url))

test.each([
  ['ar', true],
  ['fr', false],
] as const)('a moment after the opening of a counter that prints in %s: %s', async (language, later) => {
  const { counter } = await startPrintingShop()
  const { settings } = await counter.command('app.snapshot', {})
  await counter.command('settings.update', { slip: { ...settings.slip, language } })
  await counter.core.stop()
  const { stdout } = await promisify(execFile)(process.execPath, [child, counter.dataDir])
  expect(JSON.parse(stdout)).toEqual({ atOnce: false, later })
})
