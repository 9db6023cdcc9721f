/** A disk that keeps an entry of people and says that it did not: nobody is let past the rights by that, and no PIN is free. */
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { systemRandom } from '#core/ports.ts'
import { createPeople } from '#core/till/people.ts'
import { freePinTries } from '#shared/till/people.ts'
import { createDisk } from '../../simulation/disk.ts'
import { openWhole } from '../../support/journal.ts'
import { startMs } from '../../support/journal-entries.ts'
import { newActId } from '../../support/till.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** People over a journal whose next commit is kept and denied, or refused, once `deny` was called. */
function startPeople() {
  let next: 'kept' | 'refused' | undefined
  const failOnce = (when: 'kept' | 'refused') => {
    if (next !== when) return
    next = undefined
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
  }
  const disk = createDisk({ before: () => failOnce('refused'), after: () => failOnce('kept') })
  const journal = openWhole(disk.folder())
  open.push(() => {
    journal.close()
    disk.close()
  })
  const people = createPeople({
    ...{ journal, random: systemRandom, onChange: () => undefined },
    clock: { nowMs: () => startMs, elapsedMs: () => 0, after: () => () => undefined },
    keyVault: { readJournalKey: () => expect.fail() },
  })
  const deny = (how: 'kept' | 'refused') => {
    next = how
  }
  return { people, deny }
}

const owner = () => ({ actId: newActId(), name: 'Karim', pin: '271828' })

test('a first owner that was stored despite an error exists, and nothing is done without them', () => {
  const { people, deny } = startPeople()
  const asked = owner()
  deny('kept')
  expect(() => people.start(asked)).toThrow()
  expect(people.admit('journal.restore', { backup: 'x' })).toMatchObject({ error: { problem: 'signed-out' } })
  expect(people.start(asked)).toMatchObject({ ok: true, value: { isOn: true, people: [{ name: 'Karim' }] } })
  expect(people.start(owner())).toMatchObject({ error: { problem: 'people-on' } })
})

test('a wrong PIN counts even if the disk refuses its entry', () => {
  const { people, deny } = startPeople()
  const started = people.start(owner())
  const personId = (started.ok ? started.value.signedIn : null) ?? expect.fail()
  for (let tries = 0; tries <= freePinTries; tries += 1) {
    deny('refused')
    expect(() => people.signIn({ personId, pin: '0000' })).toThrow()
  }
  expect(people.signIn({ personId, pin: '271828' })).toMatchObject({ error: { problem: 'pin-wait' } })
})
