/** The list of accounts: what is added stays, without its key; what goes takes its key along; what is broken is kept. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keptText } from '#core/accounts/kept-key.ts'
import { accountLimits } from '#shared/accounts.ts'
import { trainingKeys } from '#training/keys.ts'
import { startShop } from '../../support/core.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { changesIn } from '../../support/past-changes.ts'
import { statusOf } from '../../support/selling-status.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function openShop(dataDir = temporaryFolder()) {
  const shop = await startShop()
  const open = () => startWholeCounter({ ...shop, dataDir, started: false })
  return { ...shop, ...(await open()), open, file: join(dataDir, 'accounts.json') }
}

const account = (problem: string) => ({ ok: false, error: { kind: 'account', problem } })
const sandboxId = 'sandbox:0550000000'
const listOf = async ({ command }: Awaited<ReturnType<typeof startWholeCounter>>) =>
  (await command('accounts.list', {})).accounts

describe('an account that is added', () => {
  test('is on the list, its key in the keychain and in no file', async () => {
    const shop = await openShop()
    expect(await shop.add(trainingKeys.sandbox, 'Rue Didouche')).toBe(sandboxId)
    expect(await listOf(shop)).toEqual([
      {
        ...{ id: 'training', environment: 'training', username: 'training', label: '' },
        ...{ scope: 'READ-WRITE', ...shop.addresses, isActive: true },
      },
      {
        ...{ id: sandboxId, environment: 'sandbox', username: '0550000000', label: 'Rue Didouche' },
        ...{ scope: 'READ-WRITE', ...shop.addresses, isActive: false },
      },
    ])
    expect(shop.keychain.entries.get('api-key:sandbox:0550000000')).toBe(
      keptText(trainingKeys.sandbox, shop.addresses),
    )
    expect(readFileSync(shop.file, 'utf8')).not.toContain(trainingKeys.sandbox)
  })

  test('is still on the list after a restart', async () => {
    const shop = await openShop()
    await shop.add(trainingKeys.sandbox)
    await shop.add(trainingKeys.production)
    const before = await listOf(shop)
    await shop.core.stop()
    expect(await listOf(await shop.open())).toEqual(before)
  })

  test('gets a new key and label if it is added a second time', async () => {
    const shop = await openShop()
    await shop.add(trainingKeys.sandbox, 'Old')
    expect(await shop.check(trainingKeys.readOnly)).toMatchObject({ value: { known: shop.addresses } })
    await shop.add(trainingKeys.readOnly, 'New')
    expect((await listOf(shop)).slice(1)).toMatchObject([{ id: sandboxId, label: 'New', scope: 'READ-ONLY' }])
    expect(shop.keychain.entries.get('api-key:sandbox:0550000000')).toBe(
      keptText(trainingKeys.readOnly, shop.addresses),
    )
  })

  test.each(['none', 'locked', 'denied', 'unavailable'] as const)(
    'is not added while the keychain is %s, and can be afterwards',
    async (problem) => {
      const { find, ask, command, keychain, file } = await openShop()
      const asked = await find(trainingKeys.sandbox)
      keychain.refusal = problem
      expect(await ask('accounts.add', asked)).toEqual(account(`keychain-${problem}`))
      expect(existsSync(file)).toBe(false)
      keychain.refusal = undefined
      expect(await command('accounts.add', asked)).toMatchObject({ id: sandboxId })
      expect(await ask('accounts.add', asked)).toEqual(account('finding-expired'))
    },
  )

  test('is not added when the list cannot be written', async () => {
    const shop = await openShop()
    mkdirSync(`${shop.file}.tmp`)
    const asked = await shop.find(trainingKeys.sandbox)
    expect(await shop.ask('accounts.add', asked)).toEqual(account('not-kept'))
    expect(await listOf(shop)).toHaveLength(1)
  })
})

describe('an account that is removed', () => {
  test('loses its key; no other account does', async () => {
    const { add, ask, keychain, ...shop } = await openShop()
    const production = await add(trainingKeys.production)
    await add(trainingKeys.sandbox)
    keychain.refusal = 'locked'
    expect(await ask('accounts.remove', { accountId: sandboxId })).toEqual(account('keychain-locked'))
    keychain.refusal = undefined
    expect(await ask('accounts.remove', { accountId: sandboxId })).toEqual({ ok: true, value: {} })
    expect(keychain.entries.has('api-key:sandbox:0550000000')).toBe(false)
    expect(keychain.entries.get('api-key:production:0550000000')).toBe(
      keptText(trainingKeys.production, shop.addresses),
    )
    expect((await shop.command('accounts.list', {})).accounts.map(({ id }) => id)).toEqual([
      'training',
      production,
    ])
  })

  test('must have no open sale', async () => {
    const shop = await openShop()
    await shop.switchTo(await shop.add(trainingKeys.sandbox))
    shop.core.start()
    await shop.opened()
    const { ref } = await shop.sell('030000002')
    await shop.reached(ref, 'queued')
    await shop.switchTo('training')
    const asked = { accountId: sandboxId }
    expect(await shop.ask('accounts.remove', asked)).toMatchObject({
      error: { kind: 'account', problem: 'open-sales', openSales: 1 },
    })
    expect(await listOf(shop)).toHaveLength(2)
    await shop.switchTo(sandboxId)
    await shop.reached(ref, 'fulfilled')
    await shop.switchTo('training')
    expect((await shop.ask('accounts.remove', asked)).ok).toBe(true)
  })

  test('must have a journal that opens', async () => {
    const shop = await openShop()
    await shop.switchTo(await shop.add(trainingKeys.sandbox))
    await shop.switchTo('training')
    writeFileSync(join(shop.dataDir, 'journal', 'sandbox-0550000000.journal'), 'no journal')
    expect(await shop.ask('accounts.remove', { accountId: sandboxId })).toMatchObject({
      error: { kind: 'journal' },
    })
    expect(shop.keychain.entries.has('api-key:sandbox:0550000000')).toBe(true)
  })

  test('must be neither training, nor the open one, nor unknown', async () => {
    const { add, ask, switchTo } = await openShop()
    const open = await add(trainingKeys.sandbox)
    await switchTo(open)
    for (const accountId of ['training', open]) {
      expect(await ask('accounts.remove', { accountId })).toEqual(account('not-removable'))
    }
    expect(await ask('accounts.remove', { accountId: 'sandbox:nobody' })).toEqual(account('unknown-account'))
    // No text that an entry could not hold comes as far as one.
    expect(await ask('accounts.remove', { accountId: '' })).toMatchObject({
      error: { kind: 'invalid-input' },
    })
  })
})

describe('a list on disk', () => {
  const listed = (number: number) => ({
    ...{ environment: 'sandbox', username: `05500000${number}`, label: 'Shop', scope: 'READ-WRITE' },
    ...{ baseUrl: 'https://a.example', billUrl: 'https://b.example' },
  })
  const fileOf = (accounts: readonly unknown[], activeId = 'training', version = 1) =>
    JSON.stringify({ version, activeId, accounts })

  const openOn = async (text: string) => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'accounts.json'), text)
    return openShop(dataDir)
  }

  test.each([
    ['cut', '{"version":1,'],
    ['empty', ''],
    ['of another shape', '[]'],
    ['with an account twice', fileOf([listed(1), listed(1)])],
    ['whose open account is not on it', fileOf([listed(1)], 'sandbox:nobody')],
    ['with a key in it', fileOf([{ ...listed(1), key: 'planted-key' }])],
  ])('%s is set aside and reported; the counter opens in training', async (_, text) => {
    const shop = await openOn(text)
    expect(await statusOf(shop)).toMatchObject({ environment: 'training', notices: ['accounts-lost'] })
    expect(readFileSync(join(shop.dataDir, 'accounts.broken-1.json'), 'utf8')).toBe(text)
    expect(JSON.stringify(shop.log.lines)).not.toContain('planted-key')
    expect(await shop.add(trainingKeys.sandbox)).toBe(sandboxId)
    await shop.core.stop()
    expect((await statusOf(await shop.open())).notices).toEqual([])
  })

  test('that was lost is reported at every start until a person answers', async () => {
    const shop = await openOn('{"version":1,')
    for (let start = 0; start < 2; start += 1) {
      await shop.core.stop()
      const again = await shop.open()
      expect((await statusOf(again)).notices).toEqual(['accounts-lost'])
      await again.core.stop()
    }
    const last = await shop.open()
    await last.command('accounts.accept-loss', {})
    expect((await statusOf(last)).notices).toEqual([])
    await last.core.stop()
    expect(changesIn(last.dataDir).map(({ what }) => what)).toEqual(['accounts-lost'])
    expect((await statusOf(await shop.open())).notices).toEqual([])
  })

  test.each([
    ['gone', undefined],
    ['an older one', fileOf([])],
  ])(
    'that is %s while an account’s journal exists is reported, even after accounts are added',
    async (_, text) => {
      const shop = await openShop()
      await shop.switchTo(await shop.add(trainingKeys.production))
      await shop.core.stop()
      rmSync(shop.file)
      if (text !== undefined) writeFileSync(shop.file, text)
      const again = await shop.open()
      await again.add(trainingKeys.sandbox)
      expect(await statusOf(again)).toMatchObject({ environment: 'training', notices: ['accounts-lost'] })
      await again.core.stop()
      const last = await shop.open()
      expect((await statusOf(last)).notices).toEqual(['accounts-lost'])
      await last.add(trainingKeys.production)
      expect((await statusOf(last)).notices).toEqual([])
    },
  )

  test('is not reported after a person removed an account', async () => {
    const shop = await openShop()
    const id = await shop.add(trainingKeys.sandbox)
    await shop.switchTo(id)
    await shop.switchTo('training')
    await shop.command('accounts.remove', { accountId: id })
    await shop.core.stop()
    expect((await statusOf(await shop.open())).notices).toEqual([])
  })

  test('from a newer program is not changed', async () => {
    const text = JSON.stringify({ version: 2, accounts: { of: 'tomorrow' } })
    const shop = await openOn(text)
    expect((await statusOf(shop)).notices).toEqual(['accounts-lost'])
    expect(await shop.ask('accounts.accept-loss', {})).toEqual(account('not-kept'))
    const asked = await shop.find(trainingKeys.sandbox)
    expect(await shop.ask('accounts.add', asked)).toEqual(account('not-kept'))
    expect(readFileSync(shop.file, 'utf8')).toBe(text)
  })

  test('has a maximum number of accounts', async () => {
    const many = Array.from({ length: accountLimits.accounts }, (_, place) => listed(place + 10))
    const shop = await openOn(fileOf(many))
    const asked = await shop.find(trainingKeys.sandbox)
    expect(await shop.ask('accounts.add', asked)).toEqual(account('too-many'))
    expect(shop.keychain.entries.has('api-key:sandbox:0550000000')).toBe(false)
  })
})
