/** A slip to a printer of each make that slips by lot use, with nothing amiss: what is reported of it, asked and not asked. */
import { expect, test } from 'vitest'
import { printLimits } from '#core/printing/link.ts'
import { openTcp } from '#core/printing/transports/tcp.ts'
import { startQuirkyPrinter } from '../../support/quirky-printer.ts'
import { makes } from './random-jobs.ts'

const limits = {
  ...printLimits,
  // Long for a busy machine: what answers in time, and not how soon, is asked.
  ...{
    statusMs: 1_500,
    statusAfterMs: 6_000,
    statusEveryMs: 60,
    stallMs: 6_000,
    closeMs: 3_000,
    msPerByte: 0.1,
  },
}
const slip = Buffer.alloc(9_000, 'ticket ')
/** Printers of the makes print so many times as fast. */
const SPEED = 20

/** By make: what is reported of a printer that is asked how it is, and of one that is not asked. */
const expected: Readonly<Record<string, readonly [string, string]>> = {
  well: ['printed', 'sent'],
  'lagging-64k': ['printed', 'sent'],
  'memory-4k': ['printed', 'sent'],
  'baud-9600': ['printed', 'sent'],
  silent: ['sent', 'sent'],
  'silent-open': ['unconfirmed', 'sent'],
  'at-once-only': ['sent', 'sent'],
  'always-well': ['printed', 'sent'],
  'always-well-at-once': ['sent', 'sent'],
  'false-paper-low': ['printed', 'sent'],
  'false-offline': ['offline', 'sent'],
  'false-fixed-bits': ['not-found', 'sent'],
  'turn-at-once': ['printed', 'sent'],
}

test.concurrent.for(
  makes.flatMap(({ name, quirks }) => [true, false].map((asks) => ({ name, quirks, asks }))),
)('$name, asked: $asks', async ({ name, quirks, asks }, { onTestFinished }) => {
  const fast = { ...quirks, bytesPerMs: quirks.bytesPerMs * SPEED }
  const printer = await startQuirkyPrinter(fast, () => 'job')
  onTestFinished(() => printer.close())
  const { host, port } = printer
  const link = await openTcp({ kind: 'tcp', host, port }, slip, limits, asks)
  const end = link.ok ? await link.value.print() : undefined
  if (link.ok) link.value.close()
  const how = end && 'problem' in end ? end.problem : (end?.kind ?? (link.ok ? '' : link.error))
  expect(how).toBe(expected[name]?.[asks ? 0 : 1])
  const [call] = printer.calls()
  if (link.ok) expect(call?.slip.equals(slip)).toBe(true)
  else expect(call?.slip.length).toBe(0)
})
