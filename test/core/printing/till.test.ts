/** Papers of the till as they are printed: through a whole core, to a printer on TCP, into a real journal. */
import { expect, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import type { TillPaper } from '#shared/till/papers.ts'
import type { Counter } from '../../support/core.ts'
import { ended, opensDrawer, startPrintingShop, wordsOn } from '../../support/printing.ts'
import { da, inShifts, newActId, tillOf } from '../../support/till.ts'

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

const print = async (counter: Counter, of: TillPaper) =>
  ended(counter, await counter.command('till.print', { of }))

async function startTill() {
  const shop = await startPrintingShop({}, { drawer: true })
  const till = tillOf(shop.counter)
  await till.withShifts()
  await till.open(10_000)
  return { ...shop, till }
}

test('a Z is printed with its sums, then as a duplicate with its number; no drawer opens', async () => {
  const { counter, printer, till } = await startTill()
  const { ref } = await till.sell('023456789', 500)
  await counter.reached(ref, 'fulfilled')
  await till.count(10_500)
  await till.close()
  for (const copyNumber of [0, 1]) {
    const job = await print(counter, { paper: 'z', number: 1 })
    expect(job).toMatchObject({ state: 'printed', what: { kind: 'till', of: { paper: 'z' }, copyNumber } })
  }
  const [first, second] = printer.slips()
  expect(wordsOn(first)).toMatch(/Espèces attendues\s+10.500.DA/)
  expect(wordsOn(first)).toMatch(/Total perpétuel\s+500.DA/)
  expect(wordsOn(first)).toContain('Bénéfice')
  expect(wordsOn(first)).not.toContain('DUPLICATA')
  expect(wordsOn(second)).toMatch(/DUPLICATA.1/)
  expect(printer.slips().some(opensDrawer)).toBe(false)
})

test('a Z prints by itself at the close if the setting is on, once however often the close is requested', async () => {
  const { counter, printer, till } = await startTill()
  const printed = () =>
    counter.events.flatMap(({ event }) => (event.kind === 'print-changed' ? event.job.jobId : []))
  await till.count(10_000)
  await till.close()
  expect(printed()).toEqual([])
  await till.withShifts({ printZ: true })
  await till.open(10_000)
  await till.count(10_000)
  const asked = { actId: newActId(), who: 'Amina' }
  for (const _ of [1, 2]) await counter.command('till.close-shift', asked)
  const [jobId = ''] = printed()
  const job = await ended(counter, { jobId })
  expect(job).toMatchObject({ state: 'printed', what: { of: { paper: 'z', number: 2 }, copyNumber: 0 } })
  expect(new Set(printed()).size).toBe(1)
  expect(printer.slips().map(wordsOn)).toEqual([expect.stringMatching(/Clôture de caisse Z.2/)])
})

test('each X is of the moment in which it is printed', async () => {
  const { counter, printer, till } = await startTill()
  await print(counter, { paper: 'x' })
  await till.move({ movement: 'paid-in', amountCentimes: da(200), note: 'monnaie' })
  await till.count(10_200)
  expect(await print(counter, { paper: 'x' })).toMatchObject({ what: { copyNumber: 0 } })
  const [blind, after] = printer.slips().map(wordsOn)
  expect(blind).not.toContain('Espèces attendues')
  expect(after).toMatch(/Espèces attendues\s+10.200.DA/)
})

test('cash that moved has a slip, whose first opens the drawer', async () => {
  const { counter, printer } = await startTill()
  const actId = newActId()
  const moved = { movement: 'paid-out', amountCentimes: da(350), reason: 'supplier' } as const
  await counter.command('till.move-cash', { actId, who: 'Amina', moved })
  await print(counter, { paper: 'movement', actId })
  await print(counter, { paper: 'movement', actId })
  const slips = printer.slips()
  expect(wordsOn(slips[0])).toMatch(
    /Sortie de caisse[\s\S]*Amina[\s\S]*Fournisseur[\s\S]*350.DA[\s\S]*Signature/,
  )
  expect(slips.map(opensDrawer)).toEqual([true, false])
})

test('money that was given back has a slip that the customer signs, whose first opens the drawer', async () => {
  const { counter, printer, till } = await startTill()
  const { ref } = await till.sell('030000001', 500)
  await counter.reached(ref, 'refunded')
  const actId = newActId()
  await till.giveBack(ref, da(500), { actId })
  await print(counter, { paper: 'refund', actId })
  expect(wordsOn(printer.slips()[0])).toMatch(/Argent rendu au client[\s\S]*500.DA[\s\S]*Signature du client/)
  expect(wordsOn(printer.slips()[0])).toContain(ref)
  await print(counter, { paper: 'refund', actId })
  expect(printer.slips().map(opensDrawer)).toEqual([true, false])
})

test('the slip of a sale whose money was given back says so, and no longer that the shop owes it', async () => {
  const { counter, printer, till } = await startTill()
  const { ref } = await till.sell('030000001', 500)
  await counter.reached(ref, 'refunded')
  const slip = async () => ended(counter, await counter.command('print.slip', { ref }))
  await slip()
  await till.giveBack(ref, da(500), { actId: newActId() })
  expect(await slip()).toMatchObject({ what: { copyNumber: 0 } })
  expect(await slip()).toMatchObject({ what: { copyNumber: 1 } })
  const [owed, paidBack, copy] = printer.slips().map(wordsOn)
  expect(owed).toMatch(/À rendre au client\s+500.DA/)
  expect(paidBack).toMatch(/Argent rendu[\s\S]*Remplace le ticket de[\s\S]*Montant rendu\s+500.DA/)
  expect(copy).toMatch(/DUPLICATA.1/)
  for (const words of [paidBack, copy]) expect(words).not.toContain('À rendre')
  // The money has gone by then.
  expect(printer.slips().map(opensDrawer).slice(1)).toEqual([false, false])
  const preview = counter.core.readPage(`/slip/${ref}/80/fr`)
  expect(String(preview?.body)).toContain('Argent rendu')
})

test('a paper that does not exist is not printed', async () => {
  const { counter } = await startTill()
  const none: readonly TillPaper[] = [
    { paper: 'z', number: 7 },
    { paper: 'movement', actId: newActId() },
    { paper: 'refund', actId: newActId() },
  ]
  for (const of of none) expect(problemOf(await counter.ask('till.print', { of }))).toBe('no-such-paper')
})

test('a cashier prints the Z of the closed shift, without costs; an X and older ones need the owner', async () => {
  const { counter, printer, till } = await startTill()
  const pin = '271828'
  const started = await counter.command('people.start', { actId: newActId(), name: 'Karim', pin })
  const owner = started.signedIn ?? expect.fail()
  const cashier = { name: 'Amina', role: 'cashier', pin: '3141' } as const
  const { people } = await counter.command('people.add', { actId: newActId(), ...cashier })
  await counter.command('settings.update', { till: inShifts })
  const personId = people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
  await counter.command('people.sign-in', { personId, pin: cashier.pin })
  for (const shift of [1, 2]) {
    if (shift > 1) await till.open(10_000)
    await till.count(10_000)
    await till.close()
  }
  await print(counter, { paper: 'z', number: 2 })
  expect(wordsOn(printer.slips()[0])).not.toContain('Bénéfice')
  const of = { paper: 'z', number: 1 } as const
  expect(problemOf(await counter.ask('till.print', { of }))).toBe('needs-owner')
  await till.open(10_000)
  expect(problemOf(await counter.ask('till.print', { of: { paper: 'x' } }))).toBe('needs-owner')
  await counter.command('people.approve', { personId: owner, pin, command: 'till.print', input: { of } })
  await print(counter, of)
  expect(wordsOn(printer.slips()[1])).not.toContain('Bénéfice')
})
