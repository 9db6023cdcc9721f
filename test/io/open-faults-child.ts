/**
 * A counter that is open while its disk stops answering: every command that reads the journal is asked, one line of JSON an
 * answer. `<trouble>`. The last line is what the counter holds of the sale once the disk answers again.
 */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandInput, CommandName } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import type { CrashCounter } from '../crash/counter.ts'
import { openShop } from '../crash/shop.ts'
import type { CommandEnd } from './cases.ts'
import { openFailingDisk } from './shim.ts'
import { openWorkshop } from './workshop.ts'

const card = {
  ...{ kind: 'internet', type: 'ADSL', number: '023456789' },
  valueCentimes: centimes(100_000),
} as const satisfies CommandInput<'sale.review'>

const writeLine = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)

async function ask<Name extends CommandName>(
  counter: CrashCounter,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandEnd> {
  try {
    await counter.command(name, input)
    return { name, error: undefined }
  } catch (fault) {
    return { name, error: JSON.parse(String(fault).slice(`Error: ${name}: `.length)) }
  }
}

const trouble = process.argv[2] === 'bad sectors' ? 'bad sectors' : 'I/O error'
const disk = openFailingDisk()
const workshop = openWorkshop()
const shop = await openShop(workshop)
const earlier = await shop.open()
const { reviewId } = await earlier.command('sale.review', card)
const { ref } = await earlier.settled((await earlier.command('sale.confirm', { reviewId })).ref)
await earlier.stop()

disk.watch(join(shop.folder, 'counter'))
const counter = await shop.open()
disk.fail(1, { trouble, lasting: 'for good' })
writeLine(await ask(counter, 'sale.review', card))
writeLine(await ask(counter, 'sale.find', { reviewId }))
writeLine(await ask(counter, 'sale.confirm', { reviewId }))
writeLine(await ask(counter, 'sale.look-up', { ref }))
writeLine(await ask(counter, 'sale.resend', { ref }))
writeLine(await ask(counter, 'sale.cancel', { ref }))
writeLine(await ask(counter, 'receipt.save-pdf', { ref }))
writeLine(await ask(counter, 'journal.verify', {}))
disk.mend()
await counter.stop()
const again = await shop.open()
writeLine(await again.command('sale.find', { reviewId }))
await again.stop()
await shop.close()
workshop.close()
