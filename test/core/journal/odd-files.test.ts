/** Things in the journal's folder that nobody expects: they close no shop that cannot have lost a journal. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesIn, folderWithSale, journalPath, openWhole, problemIn } from '../../support/journal.ts'
import { shopName } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)
const witnessPath = (folder: string) => join(folder, `${shopName}.witness`)
const registryPath = (folder: string) => join(folder, 'journals.json')

/** A folder that nobody wrote, with a file in it so that its loss would be seen. */
function makeOdd(path: string): void {
  mkdirSync(path)
  writeFileSync(join(path, 'kept.txt'), 'somebody put this here')
}

const keptIn = (folder: string, name: string) => readFileSync(join(folder, name, 'kept.txt'), 'utf8')

test('a folder in the place of the witness is set aside, kept and reported; the journal opens', () => {
  const folder = folderWithSale(ref)
  rmSync(witnessPath(folder))
  makeOdd(witnessPath(folder))
  const logged: string[] = []
  const log = { write: (_level: string, what: string) => void logged.push(what) }
  const journal = openWhole(folder, { log })
  expect(journal.readSale(ref)?.state).toBe('fulfilled')
  journal.close()
  expect(logged).toContain('journal.witness-broken')
  expect(keptIn(folder, `${shopName}.witness.set-aside-1`)).toBe('somebody put this here')
  expect(JSON.parse(readFileSync(witnessPath(folder), 'utf8')).sequence).toBe(5)
  expect(problemIn(folder)).toBe('none')
})

test('a folder that is called like a witness is no trace of an earlier journal', () => {
  const folder = temporaryFolder()
  makeOdd(witnessPath(folder))
  expect(openWhole(folder).readEntries()).toHaveLength(1)
})

test('a folder in the place of an unfinished journal is set aside and kept; the journal is made', () => {
  const folder = temporaryFolder()
  makeOdd(`${journalPath(folder)}.unfinished`)
  expect(openWhole(folder).readEntries()).toHaveLength(1)
  expect(keptIn(folder, `${shopName}.journal.unfinished.set-aside-1`)).toBe('somebody put this here')
})

test('a folder in the place of the registry is set aside, and other journals can still be made', () => {
  const folder = folderWithSale(ref)
  rmSync(registryPath(folder))
  makeOdd(registryPath(folder))
  expect(openWhole(folder).readSale(ref)?.state).toBe('fulfilled')
  expect(problemIn(folder, { name: 'other', account: 'another' })).toBe('none')
})

describe('an empty registry', () => {
  const empties = [
    ['of no byte', ''],
    ['of zeros', '\0'.repeat(512)],
    ['of blanks', ' \n'],
  ] as const

  test.each(empties)('%s in a folder that is new otherwise keeps no shop closed', (_what, text) => {
    const folder = temporaryFolder()
    writeFileSync(registryPath(folder), text)
    writeFileSync(`${journalPath(folder)}.unfinished`, 'half')
    const journal = openWhole(folder)
    expect(journal.readEntries()).toHaveLength(1)
    journal.close()
    expect(readFileSync(join(folder, 'journals.broken-1.json'), 'utf8')).toBe(text)
    expect(problemIn(folder)).toBe('none')
  })

  test.each([
    ['a witness', `${shopName}.witness`],
    ['the witness of another journal', 'other.witness'],
    ['another journal', 'other.journal'],
    ['anything that has no name here', 'notes.txt'],
  ])('beside %s makes no new journal, and says why', (_what, name) => {
    const folder = temporaryFolder()
    writeFileSync(registryPath(folder), '')
    writeFileSync(join(folder, name), 'x')
    expect(problemIn(folder)).toBe('unreadable')
    expect(filesIn(folder)).toEqual(['journals.json', name].sort())
  })
})
