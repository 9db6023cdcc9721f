/** What each command answers where the journal is closed: nothing that needs it is done, and the answer says why. */
import { expect, test } from 'vitest'
import type { CommandName } from '#shared/ipc/commands.ts'
import { sampleSlipPath, slipPath } from '#shared/slip-page.ts'
import { commandNames, inputsFor } from '../support/command-inputs.ts'
import { type Counter, startClosed, startShop } from '../support/core.ts'
import { refNumber } from '../support/refs.ts'
import { folderWithoutJournal } from '../support/temporary-folder.ts'

/** The commands that are done, or answered for what they ask, without a journal. */
const done: readonly CommandName[] = [
  ...(['app.snapshot', 'display.show', 'display.read', 'connection.check', 'shop.pick-logo'] as const),
  ...(['internet.products', 'internet.check-number', 'mobile.plans', 'mobile.down'] as const),
  ...(['gift-cards.catalog', 'gift-cards.product', 'bills.partners', 'bills.discover'] as const),
  ...(['links.offered', 'links.check', 'links.session'] as const),
  ...(['settings.export', 'settings.import', 'prices.read', 'people.read'] as const),
  ...([
    'journal.backups',
    'journal.rehearse',
    'journal.restore',
    'printers.find',
    'printers.status',
  ] as const),
  ...(['export.state', 'export.cancel', 'support.preview', 'support.part', 'support.save'] as const),
]
const sells: readonly CommandName[] = ['sale.review', 'sale.confirm', 'sale.resend']
/** These are no core's. */
const isOfCounter = (name: CommandName) =>
  /^(accounts\.(?!save-recovery|recover)|authorities|updates)/.test(name)

const startWithoutJournal = async (): Promise<Counter> =>
  startClosed({ ...(await startShop()), dataDir: folderWithoutJournal() })

function expectedOf(name: CommandName, place: number): string {
  if (isOfCounter(name)) return 'no-such-command'
  if (sells.includes(name)) return 'selling-closed'
  // The second of them changes what a person sees, and nothing else.
  return done.includes(name) || (name === 'settings.update' && place === 1) ? 'done' : 'journal'
}

async function answerOf(counter: Counter, name: CommandName, input: unknown): Promise<string> {
  const reply = await counter.ask(name, input as never)
  if (reply.ok) return 'done'
  const { error } = reply
  if (error.kind === 'invalid-input' && error.problem === 'no-such-command') return error.problem
  return error.kind === 'journal' || error.kind === 'selling-closed' ? error.kind : 'done'
}

test('a command that needs the journal is not done while it is closed', async () => {
  const counter = await startWithoutJournal()
  const inputs = inputsFor({ owner: 'x', cashier: 'y' })
  const [answers, expected] = [new Map<string, string>(), new Map<string, string>()]
  for (const name of commandNames)
    for (const [place, input] of inputs[name].entries()) {
      answers.set(`${name} ${place}`, await answerOf(counter, name, input))
      expected.set(`${name} ${place}`, expectedOf(name, place))
    }
  expect(answers).toEqual(expected)
})

test('what is asked of a closed journal says which problem it has, and one that is not understood says so first', async () => {
  const counter = await startWithoutJournal()
  const closed = {
    ok: false,
    error: { kind: 'journal', problem: expect.any(String), detail: expect.any(String) },
  }
  expect(await counter.ask('till.read', {})).toEqual(closed)
  expect(await counter.ask('history.page', { rows: 1 } as never)).toMatchObject({
    error: { kind: 'invalid-input' },
  })
})

test('who is there, what is asked for and what is on paper is nothing while the journal is closed', async () => {
  const counter = await startWithoutJournal()
  expect(await counter.command('people.read', {})).toEqual({ isOn: false, people: [], signedIn: null })
  expect(await counter.command('prices.read', {})).toEqual({ surcharges: false, rules: [] })
  expect(await counter.command('printers.status', {})).toEqual({ kind: 'none' })
  expect(await counter.command('export.cancel', {})).toEqual({ export: null })
  expect(await counter.command('app.snapshot', {})).toMatchObject({ sales: [], printJobs: [], till: null })
  expect(counter.core.readPage(slipPath({ ref: refNumber(1), widthMm: 80, language: 'fr' }))).toBeUndefined()
  expect(counter.core.readPage(sampleSlipPath({ widthMm: 80, language: 'fr' }))).toMatchObject({
    status: 200,
  })
})
