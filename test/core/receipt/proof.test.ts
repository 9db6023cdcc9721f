/** Receipts that prove themselves: printed on a printer, read as a scanner would, checked at the till and by the command alone. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Ports } from '#core/ports.ts'
import type { PrintJobView } from '#shared/printing.ts'
import { refOfReceipt } from '#shared/receipt-proof.ts'
import { err, ok } from '#shared/result.ts'
import { defaultSettings } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, startShop } from '../../support/core.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { ended, startPrintingShop, wordsOn } from '../../support/printing.ts'
import { printVirtually } from '../../support/virtual-printer.ts'

/** A printing shop whose keychain holds the journal's key, or none and makes none. */
async function startProving(
  held: Uint8Array | null = new Uint8Array(32).fill(7),
  given: Promise<void> = Promise.resolve(),
) {
  const { files, folder } = pickingPerson()
  const keyVault: Ports['keyVault'] = {
    readKey: async () => ok(trainingKeys.sandbox),
    readJournalKey: () => given.then(() => (held ? ok(held) : err({ problem: 'none' }))),
    restoreJournalKey: async () => err({ problem: 'denied' }),
  }
  const { clock, service } = await startShop()
  const shop = {
    ...(await startPrintingShop({}, {}, { clock, service, ports: { files, keyVault } })),
    service,
  }
  await shop.counter.command('settings.update', { slip: { ...defaultSettings.slip, isProven: true } })
  return { ...shop, folder }
}

/** What the QR codes of the newest slip hold. */
async function codesOf({ counter, printer }: Awaited<ReturnType<typeof startProving>>, number = '023456789') {
  const { ref } = await counter.sell(number)
  await counter.reached(ref, 'fulfilled')
  await ended(counter, await counter.command('print.slip', { ref }))
  const printed = printVirtually(printer.slips().at(-1) ?? expect.fail('no slip'), 48)
  return { ref, codes: printed.flatMap((one) => (one.kind === 'qr' ? [one.text] : [])) }
}

const check = (counter: Counter, text: string) => counter.command('receipt.check', { text })

test('a sale delivered while the key is read is printed as delivered', async () => {
  const late: { give: () => void } = { give: () => undefined }
  const key = new Promise<void>((resolve) => {
    late.give = resolve
  })
  const { counter, service, printer } = await startProving(new Uint8Array(32).fill(7), key)
  const held = { method: 'GET', action: { do: 'hold', take: true } } as const
  await service.addFaults(
    { ...held, path: '/v3/internet/check-ref' },
    { ...held, path: '/v3/internet/check-id' },
  )
  const { ref } = await counter.sell('023456789')
  const printing = counter.core.dispatch('print.slip', { ref })
  await service.clearFaults()
  await service.release()
  await counter.reached(ref, 'fulfilled')
  late.give()
  const reply = await printing
  const { jobId } = reply.ok ? (reply.value as PrintJobView) : expect.fail('refused')
  await ended(counter, { jobId })
  const [slip] = printer.slips()
  expect(wordsOn(slip)).not.toContain('Commande en vérification')
})

test('a slip’s code holds its facts, signed, and the till and the command verify it', async () => {
  const shop = await startProving()
  const { ref, codes } = await codesOf(shop)
  const [text = ''] = codes
  expect(refOfReceipt(text)).toBe(ref)
  const { counter, folder } = shop
  expect(await check(counter, ` ${text}\n`)).toMatchObject({
    ...{ verdict: 'ours', ref, amountCentimes: 100_000, state: 'SOLD' },
  })
  expect((await counter.command('archive.save-key', {})).path).toContain(folder)
  const keyFile = join(folder, readdirSync(folder)[0] ?? '')
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, ['resources/verify-receipt.mjs', ...args], { encoding: 'utf8' })
  expect(run(text, keyFile)).toMatch(new RegExp(`^TRUE: ${ref}, 1000.00 DA, sold, made at 2`))
  expect(() => run(text.replace('.100000.', '.900000.'), keyFile)).toThrow(/FALSE|Command failed/)
  expect(() => run(text, 'f'.repeat(64))).toThrow(/Command failed/)
})

test('one changed character of it is detected', async () => {
  const shop = await startProving()
  const [text = ''] = (await codesOf(shop)).codes
  const at = text.indexOf('.100000.')
  const greater = `${text.slice(0, at)}.900000.${text.slice(at + 8)}`
  expect(await check(shop.counter, greater)).toMatchObject({ verdict: 'false', amountCentimes: 900_000 })
  const last = text.at(-2) === '0' ? '1' : '0'
  expect(await check(shop.counter, text.slice(0, -2) + last + text.at(-1))).toMatchObject({
    verdict: 'false',
  })
})

test('the slip of another shop proves nothing here', async () => {
  const other = await startProving(new Uint8Array(32).fill(9))
  const [text = ''] = (await codesOf(other)).codes
  const here = await startProving()
  expect(await check(here.counter, text)).toMatchObject({ verdict: 'another-key' })
  expect(await here.counter.ask('receipt.check', { text: 'C1.nothing' })).toMatchObject({
    error: { kind: 'invalid-input', problem: 'not-a-receipt' },
  })
})

test('without a key or the setting, the code holds only the ref', async () => {
  const keyless = await startProving(null)
  const { ref, codes } = await codesOf(keyless)
  expect(codes).toEqual([ref])
  const shop = await startProving()
  await shop.counter.command('settings.update', { slip: defaultSettings.slip })
  const plain = await codesOf(shop)
  expect(plain.codes).toEqual([plain.ref])
})

test.for(['verify-receipt.mjs', 'verify-journal.mjs'])(
  '%s does nothing in a program that holds it and is begun with arguments of its own',
  (name) => {
    const file = new URL(`../../../resources/${name}`, import.meta.url)
    const program = `await import('${file}')`
    const own = ['--input-type=module', '-e', program, '--', '--no-sandbox', 'none.txt']
    expect(execFileSync(process.execPath, own, { encoding: 'utf8' })).toBe('')
  },
)
