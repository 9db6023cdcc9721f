/** Authorities that the owner adds, over real HTTPS: trusted from then on, by nobody's word but theirs, and until they are removed. */
import { X509Certificate } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Question } from '#core/ports.ts'
import { authorityLimits } from '#shared/accounts.ts'
import { systemClock } from '../../support/api-client.ts'
import { authorities, expired, notAuthority, notYetValid } from '../../support/authorities.ts'
import { createTestKeychain, startWholeCounter, type WholeCounterOptions } from '../../support/counter.ts'
import { changesIn, trainingJournal } from '../../support/past-changes.ts'
import { pickingPerson } from '../../support/picked-files.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { startServiceForTest } from '../../support/service-hooks.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The training service behind a certificate that nobody of Node's list vouches for. */
async function startShop() {
  const service = await startServiceForTest()
  const { hostname, port } = new URL(service.baseUrl)
  const server = createServer(selfSigned, (asked, answer) => {
    const { method, url, headers } = asked
    asked.pipe(
      request({ hostname, port, method, path: url, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const baseUrl = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  return { service, training: { baseUrl, billUrl: baseUrl } }
}

interface Given extends Pick<WholeCounterOptions, 'dataDir' | 'keychain'> {
  readonly answer?: boolean
  readonly shop?: Awaited<ReturnType<typeof startShop>>
}

async function startCounter({ answer = true, shop, ...given }: Given = {}) {
  const { service, training } = shop ?? (await startShop())
  const { files, folder, pick } = pickingPerson()
  const asked: Question[] = []
  const confirm = async (question: Question) => {
    asked.push(question)
    return answer
  }
  const counter = await startWholeCounter({
    ...{ ...given, service, clock: systemClock, started: false },
    ...{ config: { training }, ports: { files, confirm } },
  })
  counter.core.start()
  const connection = async () => {
    await counter.ask('connection.check', {})
    return (await counter.command('app.snapshot', {})).status.connection
  }
  const add = (bytes: string | Uint8Array) => {
    writeFileSync(join(folder, 'authority.crt'), bytes)
    pick(join(folder, 'authority.crt'))
    return counter.ask('authorities.add', {})
  }
  return { ...counter, asked, connection, add, pick }
}

const { fingerprint256: fingerprint } = new X509Certificate(selfSigned.cert)
const view = { name: 'localhost', issuer: 'localhost', fingerprint, untilMs: expect.any(Number) }
const none = { authorities: [], doubt: null }
const refusal = (problem: string) => ({ ok: false, error: { kind: 'account', problem } })

test('an added authority is trusted from the next request on, also after a restart, until it is removed', async () => {
  const [shop, keychain, dataDir] = [await startShop(), createTestKeychain(), temporaryFolder()]
  const counter = await startCounter({ shop, keychain, dataDir })
  expect(await counter.connection()).toBe('offline')
  expect(await counter.add(selfSigned.cert)).toEqual({ ok: true, value: { added: view } })
  expect(counter.asked).toEqual([{ kind: 'new-authority', ...view }])
  expect(await counter.connection()).toBe('online')
  await counter.core.stop()
  const again = await startCounter({ shop, keychain, dataDir })
  expect(await again.command('authorities.list', {})).toEqual({ authorities: [view], doubt: null })
  expect(await again.connection()).toBe('online')
  await again.command('authorities.remove', { fingerprint })
  expect(await again.connection()).toBe('offline')
  expect(await again.command('authorities.list', {})).toEqual(none)
  await again.core.stop()
  const after = `${fingerprint} localhost`
  expect(changesIn(dataDir)).toMatchObject([
    { what: 'authority-added', before: null, after, who: null },
    { what: 'authority-removed', before: after, after: null },
  ])
})

test('an authority agreed to in another folder is not trusted before it is in the journal, where it is written once', async () => {
  const [shop, keychain] = [await startShop(), createTestKeychain()]
  const [dataDir, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const beside = await startCounter({ shop, keychain, dataDir: elsewhere })
  await beside.add(selfSigned.cert)
  await beside.core.stop()
  copyFileSync(join(elsewhere, 'authorities.json'), join(dataDir, 'authorities.json'))
  for (const _start of ['first', 'again']) {
    const counter = await startCounter({ shop, keychain, dataDir })
    expect(await counter.command('authorities.list', {})).toEqual({ authorities: [view], doubt: null })
    expect(await counter.connection()).toBe('online')
    await counter.core.stop()
  }
  const change = { before: 'added elsewhere', after: `${fingerprint} localhost`, who: null }
  expect(changesIn(dataDir)).toMatchObject([{ what: 'authority-added', ...change }])
  expect(changesIn(dataDir)).toHaveLength(1)
  // A journal that does not open names nobody.
  const journal = join(dataDir, 'journal', `${trainingJournal.name}.journal`)
  writeFileSync(journal, 'damaged '.repeat(1_000))
  const closed = await startCounter({ shop, keychain, dataDir })
  expect((await closed.command('authorities.list', {})).authorities).toEqual([view])
  expect(await closed.connection()).toBe('offline')
})

test('a person who says no, or picks none, changes nothing', async () => {
  const counter = await startCounter({ answer: false })
  expect(await counter.add(selfSigned.cert)).toMatchObject(refusal('authority-not-agreed'))
  counter.pick(null)
  expect(await counter.command('authorities.add', {})).toEqual({ added: null })
  expect(await counter.command('authorities.list', {})).toEqual(none)
  expect(await counter.connection()).toBe('offline')
  expect([...counter.keychain.entries.keys()]).not.toContain('authorities')
  await counter.core.stop()
  expect(changesIn(counter.dataDir)).toEqual([])
})

test('a file that another program wrote or changed is not trusted; the next added authority replaces it', async () => {
  const [shop, keychain, dataDir] = [await startShop(), createTestKeychain(), temporaryFolder()]
  const path = join(dataDir, 'authorities.json')
  const forged = JSON.stringify({ version: 1, authorities: [selfSigned.cert] })
  writeFileSync(path, forged)
  const counter = await startCounter({ shop, keychain, dataDir })
  expect(await counter.command('authorities.list', {})).toEqual({ authorities: [], doubt: 'unconfirmed' })
  expect(await counter.connection()).toBe('offline')
  expect(await counter.add(authorities[0] ?? '')).toMatchObject({ ok: true })
  expect(await counter.connection()).toBe('offline')
  expect(readFileSync(join(dataDir, 'authorities.before-1.json'), 'utf8')).toBe(forged)
  await counter.core.stop()
  writeFileSync(path, forged)
  const again = await startCounter({ shop, keychain, dataDir })
  expect(await again.connection()).toBe('offline')
  expect(await again.command('authorities.list', {})).toEqual({ authorities: [], doubt: 'unconfirmed' })
})

test('no authority is added while the keychain does not answer; it is asked again when the list is read', async () => {
  const [shop, keychain, dataDir] = [await startShop(), createTestKeychain(), temporaryFolder()]
  const counter = await startCounter({ shop, keychain, dataDir })
  keychain.refusal = 'locked'
  expect(await counter.add(selfSigned.cert)).toMatchObject(refusal('keychain-locked'))
  expect(await counter.connection()).toBe('offline')
  keychain.refusal = undefined
  await counter.add(selfSigned.cert)
  await counter.core.stop()
  keychain.refusal = 'locked'
  const again = await startCounter({ shop, keychain, dataDir })
  expect(await again.command('authorities.list', {})).toEqual({ authorities: [], doubt: 'unread' })
  keychain.refusal = undefined
  expect(await again.command('authorities.list', {})).toEqual({ authorities: [view], doubt: null })
})

test.each([
  ['no certificate', 'authority-unreadable', 'once upon a time'],
  ['two certificates', 'authority-unreadable', authorities.slice(0, 2).join('')],
  ['more than 64 KB', 'authority-too-large', selfSigned.cert.padEnd(authorityLimits.bytes + 1)],
  ['no authority', 'authority-none', notAuthority],
  ['one whose time is over', 'authority-not-valid', expired],
  ['one whose time has not come', 'authority-not-valid', notYetValid],
])('a file of %s is refused: %s', async (_, problem, text) => {
  const counter = await startCounter()
  expect(await counter.add(text)).toMatchObject(refusal(problem))
  expect(counter.asked).toEqual([])
})

test('DER is read like PEM, no authority is added twice, and eight is the maximum', async () => {
  const counter = await startCounter()
  const [first = '', ...others] = authorities
  expect(await counter.add(new X509Certificate(first).raw)).toMatchObject({ ok: true })
  expect(await counter.add(first)).toMatchObject(refusal('authority-known'))
  for (const pem of others) expect(await counter.add(pem)).toMatchObject({ ok: true })
  expect(await counter.add(selfSigned.cert)).toMatchObject(refusal('authority-too-many'))
  expect(await counter.ask('authorities.remove', { fingerprint })).toMatchObject(refusal('authority-unknown'))
})
