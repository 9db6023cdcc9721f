/** A journal that holds one sale of one card, whose code is sealed with a key from the vault. */
import { openJournal } from '#core/journal/open.ts'
import { createSeal } from '#core/journal/seal.ts'
import type { KeyVault } from '#core/ports.ts'
import { confirmed, entryFor, journalOptions, orderOf, startMs } from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'

const ref = refNumber(1)

/** Records a sale whose one card has this code. */
export async function sealInJournal(vault: KeyVault, folder: string, code: string) {
  const { journal, seal } = await openSealed(vault, folder)
  const body = entryFor('found-partly', ref)
  if (body.kind !== 'observed') throw new Error(body.kind)
  journal.record([...confirmed(ref, { order: orderOf(ref)['gift-card'] })], startMs)
  const cards = [{ codeTail: '', serialTail: null, sealed: seal.seal(ref, 'card', code) }]
  journal.record([entryFor('doubted', ref), { ...body, cards }], startMs)
  journal.close()
}

/** The code of that card, or why it does not open. */
export async function openFromJournal(vault: KeyVault, folder: string) {
  const { journal, seal } = await openSealed(vault, folder)
  const sealed = journal.readSale(ref)?.cards[0]?.sealed ?? ''
  journal.close()
  return seal.open(ref, 'card', sealed)
}

async function openSealed(vault: KeyVault, folder: string) {
  const journal = openJournal(journalOptions(folder))
  if (!journal.ok) throw new Error(journal.error.detail)
  const key = await vault.readJournalKey(journal.value.journalId, true)
  if (!key.ok) throw new Error(key.error.problem)
  return { journal: journal.value, seal: createSeal(key.value) }
}
