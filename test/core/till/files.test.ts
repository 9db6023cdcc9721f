/** What leaves the till as a file: reports over a span, a customer's statement, a Z. Each is read back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ok } from '#shared/result.ts'
import { carnetOf } from '../../support/carnet.ts'
import { type Counter, startCounter } from '../../support/core.ts'
import { noPrinter } from '../../support/no-printer.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { da, newActId, tillOf } from '../../support/till.ts'

/** A counter of a person who saves; pages that become a PDF are kept as they were served. */
async function startSaving() {
  const person = pickingPerson()
  const pages = new Map<string, string>()
  const served: { path: string; read?: Counter['core']['readPage'] } = { path: '' }
  const printer = {
    ...noPrinter,
    savePdf: async (path: string, name: string) => {
      served.path = path
      pages.set(name, String(served.read?.(path)?.body))
      return ok({ path: join(person.folder, name) })
    },
  }
  const shop = await startCounter({ ports: { files: person.files, printer } })
  served.read = (path) => shop.counter.core.readPage(path)
  const till = tillOf(shop.counter)
  /** The page of a file, and that nobody else is served it afterwards. */
  const pageOf = (name: string | RegExp) => {
    const found = [...pages].find(([saved]) => (typeof name === 'string' ? saved === name : name.test(saved)))
    expect(served.read?.(served.path)).toBeUndefined()
    return (found?.[1] ?? expect.fail(`${name} was not saved`)).replace(/<[^>]*>/g, ' ')
  }
  const readFile = (name: string) => readFileSync(join(person.folder, name))
  return { ...shop, till, pageOf, readFile }
}

describe('a report over a day is saved', () => {
  async function startSold() {
    const shop = await startSaving()
    const { counter, till } = shop
    await counter.command('settings.update', { locale: 'fr' })
    for (const dinars of [500, 1_000]) {
      const { ref } = await till.sell('023456789', dinars)
      await counter.reached(ref, 'fulfilled')
    }
    const { day } = await counter.command('reports.strip', {})
    const span = { fromDay: day, toDay: day }
    const { total } = await counter.command('reports.read', span)
    return { ...shop, day, span, profit: Reflect.get(total, 'profitCentimes') as number }
  }
  const dinars = (centimes: number, decimals: string) => `${Math.floor(centimes / 100)}${decimals}`

  test('as CSV, with the sums that the screen has', async () => {
    const { counter, span, day, profit, readFile } = await startSold()
    await counter.command('reports.export', { span, format: 'csv' })
    const [head = '', total = ''] = readFile(`comptoir-rapport-${day}-${day}.csv`).toString().split('\r\n')
    expect(head).toContain('Bénéfice')
    expect(total).toMatch(/;2;0;1500,00;1500,00;0,00;0,00;/)
    expect(total).toContain(`;${dinars(profit, ',')}`)
  })

  test('as PDF, whose page is served while it is made and not after', async () => {
    const { counter, span, day, profit, pageOf } = await startSold()
    await counter.command('reports.export', { span, format: 'pdf' })
    const page = pageOf(`comptoir-rapport-${day}-${day}.pdf`)
    expect(page).toMatch(/1.500/)
    expect(page).toContain('Bénéfice')
    expect(page).toContain(String(Math.floor(profit / 100)))
  })

  test('as a workbook', async () => {
    const { counter, span, day, readFile } = await startSold()
    await counter.command('reports.export', { span, format: 'xlsx' })
    expect(readFile(`comptoir-rapport-${day}-${day}.xlsx`).subarray(0, 2).toString()).toBe('PK')
  })

  test('by a cashier whom the owner approved, without costs', async () => {
    const { counter, span, day, readFile, pageOf } = await startSold()
    const pins = { owner: '271828', cashier: '3141' }
    const { signedIn } = await counter.command('people.start', {
      ...{ actId: newActId(), name: 'Karim', pin: pins.owner },
    })
    const { people } = await counter.command('people.add', {
      ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
    })
    const cashier = people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
    await counter.command('people.sign-in', { personId: cashier, pin: pins.cashier })
    for (const format of ['csv', 'pdf'] as const) {
      const input = { span, format }
      expect((await counter.ask('reports.export', input)).ok).toBe(false)
      const asked = { personId: signedIn ?? expect.fail(), pin: pins.owner, command: 'reports.export', input }
      await counter.command('people.approve', asked)
      await counter.command('reports.export', input)
    }
    const texts = [readFile(`comptoir-rapport-${day}-${day}.csv`).toString(), pageOf(/rapport.*pdf$/)]
    for (const text of texts) {
      expect(text).toContain('Encaissé')
      expect(text).not.toMatch(/Coût|Frais|Commission|Bénéfice/)
    }
  })
})

test("a customer's statement and a Z are saved as PDF, in a shop without a printer as well", async () => {
  const { counter, till, pageOf } = await startSaving()
  const carnet = await carnetOf(counter)
  const { customerId } = await carnet.add('0661000001', 'Salim')
  await till.withShifts()
  await till.open(1_000)
  const sold = await carnet.sell(customerId, '023456789', 1_000)
  await counter.reached(sold.ok ? sold.value.ref : expect.fail(), 'fulfilled')
  await carnet.repay(customerId, da(300))
  await counter.command('till.save-pdf', { of: { paper: 'statement', customerId } })
  const statement = pageOf(/^comptoir-statement-.*\.pdf$/)
  expect(statement).toContain('Salim')
  expect(statement).toMatch(/Le client doit\s+700/)
  await till.count(1_300)
  await till.close()
  await counter.command('till.save-pdf', { of: { paper: 'z', number: 1 } })
  expect(pageOf(/^comptoir-z-1-.*\.pdf$/)).toMatch(/Carnet remboursé[\s\S]*300/)
  const none = await counter.ask('till.save-pdf', { of: { paper: 'z', number: 2 } })
  expect(none).toMatchObject({ error: { problem: 'no-such-paper' } })
})
