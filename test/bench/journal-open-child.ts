/**
 * One opening of a journal in a process of its own, since no code is warm at a start of the counter. Prints its milliseconds.
 * `raw DATA-FOLDER`: SQLite's opening, up to the last row. `open DATA-FOLDER`: the journal's. `selling DATA-FOLDER URL BILL-URL`:
 * the core's, until selling is open.
 */
import { join } from 'node:path'
import { createCore } from '#core/create-core.ts'
import { openForWriting } from '#core/journal/connection.ts'
import { openJournal } from '#core/journal/open.ts'
import { journalName } from '#core/journal/paths.ts'
import { trainingKeys } from '#training/keys.ts'
import { childPorts } from '../support/child-ports.ts'
import { fastClock } from '../support/clock.ts'
import { journalOptions } from '../support/journal-entries.ts'

const [, , what, dataDir = '', baseUrl = '', billUrl = ''] = process.argv
const training = { environment: 'training', account: 'training' } as const
const folder = join(dataDir, 'journal')
const name = journalName(training)

/** Answers how to end what it has opened. */
const openings: Readonly<Record<string, () => (() => unknown) | Promise<() => unknown>>> = {
  raw() {
    const { connection } = openForWriting(join(folder, `${name}.journal`), { create: false })
    connection.prepare('SELECT * FROM entries ORDER BY sequence DESC LIMIT 1').get()
    return () => connection.close()
  },
  open() {
    const opened = openJournal(journalOptions(folder, { name, account: 'training', nowMs: Date.now }))
    if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
    return opened.value.close
  },
  selling() {
    const ports = childPorts(fastClock(1), trainingKeys.sandbox)
    const core = createCore({ dataDir, ...training, baseUrl, billUrl, version: 'bench' }, ports)
    return new Promise((resolve) => {
      core.onEvent(({ event }) => {
        if (event.kind === 'status-changed' && event.status.selling.open) resolve(core.stop)
      })
      core.start()
    })
  },
}

const opening = what === undefined ? undefined : openings[what]
if (!opening) throw new Error(`nothing is opened as ${what}`)
const startedAt = performance.now()
const end = await opening()
const tookMs = performance.now() - startedAt
await end()
process.stdout.write(`${tookMs}\n`)
process.exit()
