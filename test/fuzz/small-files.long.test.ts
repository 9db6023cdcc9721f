/**
 * Anything at all in the place of the counter's small files: it comes up and says what is wrong, or sells; what was found is
 * kept, the journal's entries are what they were, and with the good file back in its place the counter opens again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtInProfile } from '#core/api/profile.ts'
import { type Registry, readRegistry } from '#core/journal/registry.ts'
import { replySchema } from '#shared/ipc/wire.ts'
import { snapshotSchema } from '#shared/views.ts'
import { RUNS } from '../support/effort.ts'
import { openCounter } from './counter.ts'
import { chainOf, holdsBytes, onCopy, places, spoiledFrom, startWorkedShop } from './files.ts'

const FILE_RUNS = Math.ceil(RUNS / 3)

/** What stands in a file that the day of the test does not write by itself. */
const written: Readonly<Partial<Record<keyof typeof places, string>>> = {
  profile: JSON.stringify(builtInProfile, null, 2),
  refusedKey: JSON.stringify({
    ...{ version: 1, salt: 'c2FsdA==', digest: 'ZGlnZXN0', by: 'key', furtherAttempts: 1 },
    left: { count: 3, isTold: true, atMs: 1_780_000_000_000 },
  }),
  accounts: JSON.stringify({
    ...{ version: 1, activeId: 'training' },
    accounts: [
      {
        ...{ environment: 'sandbox', username: '0550123456', label: 'Boutique', scope: 'READ-WRITE' },
        ...{ baseUrl: 'https://shop.example', billUrl: 'https://bills.example' },
      },
    ],
  }),
}

/** Repeats what the journal says, and is written anew whenever it is open: nothing is lost with it. */
const isRenewed = (name: keyof typeof places) => ['witness', 'checkpoint', 'lock'].includes(name)

/** Entries that may be added: by settings that cannot be read others use the key as well, which the journal records. */
const entriesAllowed = (name: keyof typeof places): number => (name === 'settings' ? 1 : 0)

/** A registry takes a journal that it lacks in; what it remembered stays. */
function keepsRows(dataDir: string, found: Registry): boolean {
  const now = readRegistry(join(dataDir, 'journal'))
  if (found.kind !== 'read' || now.kind !== 'read') return false
  return found.rows.every((row) => now.rows.some((one) => isDeepStrictEqual(one, row)))
}

type WorkedShop = Awaited<ReturnType<typeof startWorkedShop>>

/** Opens the counter, asks it how it stands, and closes it. */
async function lookInto(shop: WorkedShop, dataDir: string) {
  const counter = openCounter({ ...shop, dataDir })
  const reply = replySchema.parse(await counter.dispatch('app.snapshot', {}))
  const accounts = replySchema.parse(await counter.dispatch('accounts.list', {}))
  expect(accounts.ok).toBe(true)
  await counter.stop()
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return snapshotSchema.parse(reply.value)
}

test.each(Object.keys(places) as (keyof typeof places)[])('%s', async (name) => {
  const shop = await startWorkedShop()
  const place = join(shop.dataDir, places[name])
  const text = written[name]
  if (text !== undefined) writeFileSync(place, text)
  expect(existsSync(place)).toBe(true)
  const good = readFileSync(place)
  const chain = chainOf(shop.dataDir)
  const before = await lookInto(shop, shop.dataDir)
  expect(before.status.journal).toEqual({ kind: 'open' })

  await fc.assert(
    fc.asyncProperty(spoiledFrom(good), async (bytes) => {
      await onCopy(shop.dataDir, async (dataDir) => {
        writeFileSync(join(dataDir, places[name]), bytes)
        const found = readRegistry(join(dataDir, 'journal'))
        const { status, sales } = await lookInto(shop, dataDir)
        if (status.journal.kind === 'open') expect(sales).toEqual(before.sales)
        expect(chainOf(dataDir).slice(0, chain.length)).toEqual(chain)
        expect(chainOf(dataDir).length - chain.length).toBeLessThanOrEqual(entriesAllowed(name))
        const isKept = holdsBytes(dataDir, bytes) || (name === 'registry' && keepsRows(dataDir, found))
        if (!isRenewed(name)) expect(isKept).toBe(true)

        writeFileSync(join(dataDir, places[name]), good)
        const after = await lookInto(shop, dataDir)
        expect(after.status.journal).toEqual({ kind: 'open' })
        expect(after.sales).toEqual(before.sales)
        expect(after.settings).toEqual(before.settings)
      })
    }),
    { numRuns: FILE_RUNS, endOnFailure: true },
  )
})
