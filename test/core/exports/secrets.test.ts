/** A key and card codes that are known to the test: none of them is in any file that leaves the counter. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEAL_KEY_BYTES } from '#core/journal/seal.ts'
import { noFilters } from '#shared/history.ts'
import { err, ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { startCounter } from '../../support/core.ts'
import { ended } from '../../support/exporting.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { sellOne } from '../../support/sell.ts'
import { unzip } from '../../support/unzip.ts'

const code = 'K7QX-PLM-48RV-TAIL'
const serial = 'SN94-HWD-61ZU-TAIL'
const internetCode = '90417788209953'

test('no planted code, serial or key is in a table, a journal or a bundle', async () => {
  const journalKey = randomBytes(SEAL_KEY_BYTES)
  const keyVault = {
    readKey: async () => ok(trainingKeys.sandbox),
    readJournalKey: async () => ok(new Uint8Array(journalKey)),
    restoreJournalKey: async () => err({ problem: 'denied' } as const),
  }
  const { files } = pickingPerson()
  const { counter } = await startCounter({
    ports: { keyVault, files },
    rewrite: (_path, text) =>
      text
        .replaceAll(/TESTCARD-(\d+)/g, code)
        .replaceAll(/TESTSERIAL-(\d+)/g, serial)
        .replaceAll('TESTCARD', internetCode),
  })
  const cards = await sellOne['gift-card'](counter)
  const line = await counter.sell('024000001', 500)
  await counter.reached(cards.ref, 'fulfilled')
  await counter.reached(line.ref, 'fulfilled')
  await counter.command('sale.reveal-cards', { ref: cards.ref })

  const texts: string[] = []
  for (const format of ['csv', 'xlsx'] as const) {
    await counter.command('history.export', { query: '', filters: noFilters, format })
    const { path } = await ended(counter)
    texts.push(format === 'csv' ? readFileSync(path, 'utf8') : [...unzip(path).values()].join('\n'))
  }
  await counter.command('journal.export', {})
  const journal = readFileSync((await ended(counter)).path, 'utf8')
  const { bundleId } = await counter.command('support.preview', {})
  const { path } = await counter.command('support.save', { bundleId })
  const bundle = [...unzip(path ?? '').values()].join('\n')

  const secrets = [
    code,
    serial,
    internetCode,
    trainingKeys.sandbox,
    journalKey.toString('hex'),
    journalKey.toString('base64'),
  ]
  for (const text of [...texts, journal, bundle]) {
    expect(text).toContain(cards.ref)
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  // Sealed, the codes are part of the chain; nothing else has even that.
  expect(journal).toMatch(/"sealed":"1\./)
  for (const text of [...texts, bundle]) expect(text).not.toMatch(/sealed|"1\.[\w-]{10}/)
})
