/** The slip that is saved as a file while its sale goes on: what was composed and recorded is what is saved. */
import { expect, test } from 'vitest'
import type { Printer } from '#core/ports.ts'
import { ok } from '#shared/result.ts'
import { startShop, until } from '../../support/core.ts'
import { noPrinter } from '../../support/no-printer.ts'
import { startPrintingShop, wordsOn } from '../../support/printing.ts'

test('a file holds the slip as it was when it was asked for, though the sale is delivered while the person chooses', async () => {
  const { clock, service } = await startShop()
  const [asked, chosen] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  let read: (path: string) => string = () => ''
  let saved = ''
  const port: Printer = {
    ...noPrinter,
    savePdf: async (path) => {
      asked.resolve(path)
      await chosen.promise
      saved = read(path)
      return ok({ path: '/recu.pdf' })
    },
  }
  const options = { service, clock, ports: { printer: port } }
  const { counter, printer } = await startPrintingShop({}, {}, options)
  read = (path) => String(counter.core.readPage(path)?.body)
  await counter.command('settings.update', { autoPrint: 'fulfilled' })
  const held = { method: 'GET', action: { do: 'hold', take: true } } as const
  for (const path of ['/v3/internet/check-ref', '/v3/internet/check-id'])
    await service.addFaults({ ...held, path })
  const { ref } = await counter.sell('023456789')
  const saving = counter.command('receipt.save-pdf', { ref })
  const atFirst = read(await asked.promise)
  await service.clearFaults()
  await service.release()
  await counter.reached(ref, 'fulfilled')
  await until('its slip is printed', () => printer.slips().length === 1)
  chosen.resolve()
  await saving
  expect(saved).toBe(atFirst)
  expect(saved).not.toMatch(/livrée/)
  expect(wordsOn(printer.slips()[0])).toMatch(/Remplace le ticket de/)
  expect(read(await asked.promise)).toBe('undefined')
})
