/** Who may do what: every command × every role, asked through the wire, against the table; and what an owner approves of. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import { type CommandInput, type CommandName, commands } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { type Permission, permissionOf, rightOf, rights, rightsRoles } from '#shared/till/rights.ts'
import type { Settings } from '#shared/views.ts'
import { trainingKeys } from '#training/keys.ts'
import { cashMoves, commandNames, inputsFor, pins, signed } from '../../support/command-inputs.ts'
import { type Counter, startCounter, startShop } from '../../support/core.ts'
import { startWholeCounter } from '../../support/counter.ts'
import { lost, openShop, orderElsewhere, post, reachedChoice, sell } from '../../support/gift-card-shop.ts'
import { printerAt } from '../../support/printing.ts'
import { sellOne } from '../../support/sell.ts'
import { da, inShifts, newActId, tillOf } from '../../support/till.ts'
import { readActs } from '../../support/till-entries.ts'

/** Sets an owner, who is signed in, and a cashier. */
async function addPeople(counter: Pick<Counter, 'command'>) {
  const started = await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: pins.owner })
  const owner = started.signedIn ?? expect.fail()
  const added = await counter.command('people.add', {
    ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: pins.cashier },
  })
  const cashier = added.people.find(({ role }) => role === 'cashier')?.personId ?? expect.fail()
  const ids = { owner, cashier }
  const signIn = (role: 'owner' | 'cashier') =>
    counter.command('people.sign-in', { personId: ids[role], pin: pins[role] })
  return { ...ids, signIn }
}

async function startPeople() {
  const shop = await startCounter()
  return { ...shop, ...(await addPeople(shop.counter)) }
}

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : undefined

/** What stands before a command said; a command that passed may fail at what it is about. */
async function gateOf(counter: Pick<Counter, 'ask'>, name: CommandName, input: unknown): Promise<string> {
  const problem = problemOf(await counter.ask(name, input as never))
  return problem === 'signed-out' || problem === 'denied' || problem === 'needs-owner' ? problem : 'allowed'
}

describe('every command needs the permission of its row', () => {
  /** These change who is signed in; what is approved of is asked of the command that it is about. */
  const apart: readonly CommandName[] = [
    'people.sign-in',
    'people.sign-out',
    'people.approve',
    'people.recover',
  ]

  test.each(rightsRoles)('of %s', async (role) => {
    const counter = await startWholeCounter(await startShop())
    const { owner, cashier, signIn } = await addPeople(counter)
    if (role === 'nobody') await counter.command('people.sign-out', {})
    else await signIn(role)
    const inputs = inputsFor({ owner, cashier })
    const [gates, expected]: Record<string, string>[] = [{}, {}]
    for (const name of commandNames.filter((one) => !apart.includes(one))) {
      for (const [place, input] of inputs[name].entries()) {
        const right = rightOf(role, permissionOf(name, input))
        const key = `${name} ${place}`
        Object.assign(expected ?? {}, {
          [key]: role === 'nobody' && right !== 'allowed' ? 'signed-out' : right,
        })
        Object.assign(gates ?? {}, { [key]: await gateOf(counter, name, input) })
      }
    }
    expect(gates).toEqual(expected)
  })

  test('with an input that the command takes', () => {
    const inputs = inputsFor({ owner: 'x', cashier: 'y' })
    const unfit = commandNames.filter(
      (name) => !inputs[name].every((input) => commands[name].input.safeParse(input).success),
    )
    expect(unfit).toEqual([])
  })

  test('the table has one of three answers for each role', () => {
    const permissions = Object.keys(rights) as Permission[]
    expect(permissions.filter((one) => rightOf('owner', one) !== 'allowed')).toEqual(['recovery-sheet'])
    expect(permissions.filter((one) => rightOf('nobody', one) === 'allowed').toSorted()).toEqual([
      'see-counter',
      'sign-in',
    ])
    expect(permissionOf('settings.update', { theme: 'dark' })).toBe('adjust')
    expect(permissionOf('settings.update', { theme: 'dark', printer: null })).toBe('settings')
    expect(permissionOf('till.move-cash', {})).toBe('cash-out')
  })
})

test('without people nobody has to sign in', async () => {
  const { counter } = await startCounter()
  expect(await counter.command('people.read', {})).toEqual({ isOn: false, people: [], signedIn: null })
  const { ref } = await counter.sell('023456789')
  expect((await counter.reached(ref, 'fulfilled')).till).toEqual({ means: 'cash' })
  const add = { actId: newActId(), name: 'Amina', role: 'cashier', pin: '1234' } as const
  expect(problemOf(await counter.ask('people.add', add))).toBe('people-off')
})

describe('training, which is open to everybody', () => {
  test('neither changes the settings and accounts of a shop that has people, nor leads to an account that has none', async () => {
    const counter = await startWholeCounter(await startShop())
    const guarded = await counter.add(trainingKeys.sandbox)
    const open = await counter.add(trainingKeys.production)
    await counter.command('settings.update', { sharedKey: true })
    await counter.switchTo(guarded)
    await addPeople(counter)
    await counter.switchTo('training')
    const gates = {
      mine: await gateOf(counter, 'settings.update', { theme: 'dark' }),
      practice: await gateOf(counter, 'settings.update', { badLine: true }),
      settings: await gateOf(counter, 'settings.update', { badLine: true, till: inShifts }),
      key: await gateOf(counter, 'accounts.check-key', counter.addresses),
      goes: await gateOf(counter, 'accounts.remove', { accountId: open }),
      unguarded: await gateOf(counter, 'accounts.switch', { accountId: open, who: 'Amina' }),
    }
    const denied = { settings: 'denied', key: 'denied', goes: 'denied', unguarded: 'denied' }
    expect(gates).toEqual({ mine: 'allowed', practice: 'allowed', ...denied })
    // Whoever calls themselves the owner of training is not the shop's.
    await counter.command('people.start', { actId: newActId(), name: 'Amina', pin: '9999' })
    expect(await gateOf(counter, 'settings.update', { sharedKey: false })).toBe('denied')
    await counter.switchTo(guarded)
    expect((await counter.command('people.read', {})).signedIn).toBeNull()
  })

  test('changes nothing protected while a journal cannot be read: it may have been moved on purpose', async () => {
    const counter = await startWholeCounter(await startShop())
    const guarded = await counter.add(trainingKeys.sandbox)
    await counter.switchTo(guarded)
    await addPeople(counter)
    await counter.switchTo('training')
    const [environment, account] = guarded.split(':')
    const journal = join(counter.dataDir, 'journal', `${environment}-${account}.journal`)
    renameSync(journal, `${journal}.away`)
    const closed = { ok: false, error: { kind: 'journal', problem: 'vanished' } }
    expect(await counter.ask('settings.update', { sharedKey: true })).toMatchObject(closed)
    expect(await counter.ask('authorities.add', {})).toMatchObject(closed)
    expect(await counter.ask('settings.update', { theme: 'dark' })).toMatchObject({ ok: true })
    // Where it is restored.
    expect(await counter.ask('accounts.switch', { accountId: guarded, who: 'Amina' })).toEqual({
      ok: true,
      value: {},
    })
  })
})

test('the person who sends a sale again or gives it up is named, whoever confirmed it', async () => {
  const { counter, service, signIn } = await startPeople()
  await signIn('owner')
  // Look-ups by ref prove themselves.
  const { ref: proof } = await counter.sell('024000001', 500)
  await counter.reached(proof, 'fulfilled')
  const unsent = async (number: string) => {
    await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: false } })
    const { ref } = await counter.sell(number, 500)
    await counter.reached(ref, 'unsent')
    return ref
  }
  const again = await unsent('023456789')
  const over = await unsent('023456780')
  await signIn('cashier')
  await counter.command('sale.resend', { ref: again })
  await counter.command('sale.cancel', { ref: over })
  const attempts = readActs(counter.dataDir, 'attempt-started').filter((one) => one['ref'] === again)
  expect(attempts.map(({ who }) => who)).toEqual([undefined, 'Amina'])
  expect(readActs(counter.dataDir, 'cancelled')).toMatchObject([{ ref: over, who: 'Amina' }])
})

describe("the owner's PIN", () => {
  test('is needed for the recovery sheet, even by a signed-in owner', async () => {
    const { counter, owner, signIn } = await startPeople()
    await signIn('owner')
    expect(problemOf(await counter.ask('accounts.save-recovery', {}))).toBe('needs-owner')
    const asked = { personId: owner, pin: pins.owner, command: 'accounts.save-recovery', input: {} }
    await counter.command('people.approve', asked)
    expect(problemOf(await counter.ask('accounts.save-recovery', {}))).toBeUndefined()
    expect(problemOf(await counter.ask('accounts.save-recovery', {}))).toBe('needs-owner')
    await signIn('cashier')
    expect(problemOf(await counter.ask('accounts.save-recovery', {}))).toBe('denied')
  })

  test('is needed to show codes again after an hour; each showing is signed', async () => {
    const { counter, clock, owner, signIn } = await startPeople()
    await signIn('cashier')
    const { ref } = await sellOne['gift-card'](counter)
    await counter.reached(ref, 'fulfilled')
    await counter.command('sale.reveal-cards', { ref })
    await counter.command('sale.reveal-cards', { ref })
    await clock.pass(61 * 60_000)
    const again = { ref }
    const onPaper = { ref, withCodes: true }
    await signIn('owner')
    await counter.command('settings.update', { printer: printerAt({ host: '127.0.0.1', port: 1 }) })
    await signIn('cashier')
    expect(problemOf(await counter.ask('sale.reveal-cards', again))).toBe('needs-owner')
    expect(problemOf(await counter.ask('print.slip', onPaper))).toBe('needs-owner')
    // A clock that is set back makes no hour of it that has not gone by.
    clock.setBy(-50 * 60_000)
    expect(problemOf(await counter.ask('sale.reveal-cards', again))).toBe('needs-owner')
    expect(problemOf(await counter.ask('print.slip', onPaper))).toBe('needs-owner')
    clock.setBy(50 * 60_000)
    const approval = { personId: owner, pin: pins.owner, command: 'sale.reveal-cards', input: again }
    await counter.command('people.approve', approval)
    expect((await counter.command('sale.reveal-cards', again)).cards).toMatchObject([
      { kind: 'open' },
      { kind: 'open' },
    ])
    await signIn('owner')
    expect((await counter.command('sale.reveal-cards', again)).cards).toMatchObject([
      { kind: 'open' },
      { kind: 'open' },
    ])
    const { moments } = await counter.command('history.sale', { ref })
    expect(moments.filter(({ kind }) => kind === 'codes-shown').map(({ who }) => who)).toEqual([
      ...['Amina', 'Amina', 'Amina'],
      expect.not.stringMatching('Amina'),
    ])
  })

  test('cannot be bypassed by a slip without codes; the person who prints is named', async () => {
    const { counter, clock, signIn } = await startPeople()
    await counter.command('settings.update', { printer: printerAt({ host: '127.0.0.1', port: 1 }) })
    await signIn('cashier')
    const { ref } = await sellOne['gift-card'](counter)
    await counter.reached(ref, 'fulfilled')
    await counter.command('sale.reveal-cards', { ref })
    await clock.pass(61 * 60_000)
    await counter.ask('print.slip', { ref })
    const queued = readActs(counter.dataDir, 'print-queued')
    expect(queued).toMatchObject([{ ref, codes: 0, who: 'Amina', personId: expect.any(String) }])
  })

  const paidOut = () => ({ actId: newActId(), moved: cashMoves['paid-out'] })

  async function startShift() {
    const shop = await startPeople()
    const { counter, owner, signIn } = shop
    await counter.command('settings.update', { till: inShifts })
    await signIn('cashier')
    await counter.command('till.open-shift', { actId: newActId(), float: { 'note-1000': 5 } })
    const approve = (command: string, input: unknown, pin = pins.owner, personId = owner) =>
      counter.ask('people.approve', { personId, pin, command, input })
    return { ...shop, approve }
  }

  test('approves one act without signing the owner in, and both names are in the entry', async () => {
    const { counter, cashier, approve, restart } = await startShift()
    const asked = paidOut()
    expect(problemOf(await counter.ask('till.move-cash', asked))).toBe('needs-owner')
    expect((await approve('till.move-cash', asked)).ok).toBe(true)
    await counter.command('till.move-cash', asked)
    expect((await counter.command('people.read', {})).signedIn).toBe(cashier)
    expect(problemOf(await counter.ask('till.move-cash', paidOut()))).toBe('needs-owner')
    expect(problemOf(await counter.ask('till.move-cash', asked))).toBe('needs-owner')
    const { dataDir } = counter
    await restart()
    expect(readActs(dataDir, 'cash-moved')).toMatchObject([{ who: 'Amina', approvedBy: 'Karim' }])
    expect(readActs(dataDir, 'act-approved')).toMatchObject([
      { who: 'Amina', approvedBy: 'Karim', command: 'till.move-cash' },
    ])
  })

  test('approves no other input, no other command, and not for ever', async () => {
    const { clock, counter, approve } = await startShift()
    const asked = paidOut()
    await approve('till.move-cash', asked)
    const more = { ...asked, moved: { ...asked.moved, amountCentimes: centimes(20_000) } }
    expect(problemOf(await counter.ask('till.move-cash', more))).toBe('needs-owner')
    expect(problemOf(await counter.ask('till.x-report', {}))).toBe('needs-owner')
    await clock.pass(61_000)
    expect(problemOf(await counter.ask('till.move-cash', asked))).toBe('needs-owner')
  })

  test('approves nothing that a cashier may not do at all; a cashier’s PIN approves nothing', async () => {
    const { cashier, approve } = await startShift()
    expect(problemOf(await approve('journal.restore', { backup: 'x' }))).toBe('denied')
    expect(await approve('nothing', {})).toMatchObject({ error: { kind: 'invalid-input' } })
    expect(await approve('till.move-cash', { moved: 1 })).toMatchObject({ error: { kind: 'invalid-input' } })
    expect(problemOf(await approve('till.x-report', {}, pins.cashier, cashier))).toBe('not-an-owner')
    expect(problemOf(await approve('till.x-report', {}, '0000'))).toBe('pin-wrong')
  })

  test('lets a cashier say what became of a sale, in an entry with both names', async () => {
    const { counter, service } = await openShop()
    await counter.command('settings.update', { sharedKey: true })
    await service.addFaults({ ...post, ...lost(false) })
    const doubted = await sell(counter)
    await counter.reached(doubted.ref, 'in-doubt')
    const serviceId = await orderElsewhere(service)
    await reachedChoice(counter, doubted.ref)
    const { owner, signIn } = await addPeople(counter)
    await signIn('cashier')
    const decision = { kind: 'link', serviceId } as const
    const asked = { ref: doubted.ref, decision, seen: [serviceId], ...signed }
    expect(problemOf(await counter.ask('sale.decide', asked))).toBe('needs-owner')
    await counter.command('people.approve', {
      ...{ personId: owner, pin: pins.owner, command: 'sale.decide', input: asked },
    })
    await counter.command('sale.decide', asked)
    expect(readActs(counter.dataDir, 'decided')).toMatchObject([{ who: 'Amina', approvedBy: 'Karim' }])
    const { moments } = await counter.command('history.sale', { ref: doubted.ref })
    expect(moments.find(({ approvedBy }) => approvedBy !== null)).toMatchObject({ approvedBy: 'Karim' })
  })

  test('is forgotten with the cashier’s session', async () => {
    const { counter, approve, signIn } = await startShift()
    await approve('till.x-report', {})
    await signIn('cashier')
    expect(problemOf(await counter.ask('till.x-report', {}))).toBe('needs-owner')
  })
})

test('acts and sales have the signed-in person, whatever name was typed', async () => {
  const { counter, signIn, cashier } = await startPeople()
  await counter.command('settings.update', { till: inShifts })
  await signIn('cashier')
  const { shift } = await counter.command('till.open-shift', {
    actId: newActId(),
    who: 'Somebody',
    float: {},
  })
  expect(shift).toMatchObject({ openedBy: 'Amina' })
  const sold = await tillOf(counter).sell('023456789', 500)
  expect(sold.till).toEqual({ means: 'cash', shift: 1, cashier: { personId: cashier, name: 'Amina' } })
  await counter.reached(sold.ref, 'fulfilled')
  await signIn('owner')
  const other = await tillOf(counter).sell('023456780', 1_000)
  await counter.reached(other.ref, 'fulfilled')
  const x = await counter.command('till.x-report', {})
  expect(x.byCashier).toMatchObject([
    { cashier: 'Amina', takenCentimes: da(500) },
    { cashier: 'Karim', takenCentimes: da(1_000) },
  ])
  // The owner sees what is expected before the count.
  expect(x.cash).toMatchObject({ expectedCentimes: da(1_500) })
})

describe('on account', () => {
  async function startLending() {
    const shop = await startPeople()
    const { counter, owner, signIn } = shop
    const carnet = { isOn: true, limitCentimes: da(700), saleLimitCentimes: null }
    await counter.command('settings.update', { carnet })
    const customer = await counter.command('carnet.add', { actId: newActId(), number: '0661000001' })
    await signIn('cashier')
    const sale = async (dinars: number) => {
      const valueCentimes = da(dinars)
      const asked = { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes } as const
      const { reviewId } = await counter.command('sale.review', asked)
      return { reviewId, means: 'on-account', customerId: customer.customerId } as const
    }
    const approve = (command: CommandName, input: unknown) =>
      counter.command('people.approve', { personId: owner, pin: pins.owner, command, input })
    return { ...shop, customer, sale, approve }
  }

  test('a cashier sells up to the limit alone, beyond it with the owner for that one sale; both names are kept', async () => {
    const { counter, sale, approve } = await startLending()
    const small = await sale(500)
    expect((await counter.command('sale.confirm', small)).till?.onAccount).toEqual({ limitCentimes: da(700) })
    const beyond = await sale(1_000)
    expect(problemOf(await counter.ask('sale.confirm', beyond))).toBe('needs-owner')
    await approve('sale.confirm', beyond)
    const { till } = await counter.command('sale.confirm', beyond)
    expect(till).toMatchObject({
      cashier: { name: 'Amina' },
      onAccount: { limitCentimes: da(700), approvedBy: 'Karim' },
    })
    expect(problemOf(await counter.ask('sale.confirm', await sale(500)))).toBe('needs-owner')
  })

  test('an owner goes beyond it by their own name', async () => {
    const { counter, sale, signIn } = await startLending()
    await signIn('owner')
    const { till } = await counter.command('sale.confirm', await sale(1_000))
    expect(till?.onAccount).toEqual({ limitCentimes: da(700), approvedBy: 'Karim' })
  })

  test("a customer's own limit is the owner's to set", async () => {
    const { counter, customer, sale, approve } = await startLending()
    const { customerId } = customer
    const asked = { actId: newActId(), customerId, limitCentimes: da(5_000) }
    expect(problemOf(await counter.ask('carnet.set-limit', asked))).toBe('needs-owner')
    await approve('carnet.set-limit', asked)
    expect(await counter.command('carnet.set-limit', asked)).toMatchObject({ allowedCentimes: da(5_000) })
    expect(await counter.ask('sale.confirm', await sale(2_000))).toMatchObject({ ok: true })
    expect(readActs(counter.dataDir, 'customer-changed')).toMatchObject([
      { who: 'Amina', approvedBy: 'Karim', limitCentimes: da(5_000) },
    ])
  })
})

describe('beyond a limit of the shop, a cashier needs the owner for', () => {
  const limits = {
    saleCentimes: da(700),
    hourCentimes: null,
    refundCentimes: da(400),
    differenceCentimes: da(50),
  }

  async function startLimited(change: Partial<Settings['till']> = {}) {
    const shop = await startPeople()
    const { counter, owner, signIn } = shop
    await counter.command('settings.update', { till: { ...inShifts, limits, ...change } })
    await signIn('cashier')
    const approve = (command: CommandName, input: unknown) =>
      counter.ask('people.approve', { personId: owner, pin: pins.owner, command, input })
    /** Refused, then approved of, then done; and only that. */
    const takesOwner = async (command: CommandName, input: unknown) => {
      expect(problemOf(await counter.ask(command, input as never))).toBe('needs-owner')
      expect((await approve(command, input)).ok).toBe(true)
      expect(await counter.ask(command, input as never)).toMatchObject({ ok: true })
    }
    return { ...shop, takesOwner }
  }
  const reviewOf = (counter: Pick<Counter, 'command'>, dinars: number, number = '023456789') =>
    counter.command('sale.review', { kind: 'internet', type: 'ADSL', number, valueCentimes: da(dinars) })

  test('a sale', async () => {
    const { counter, takesOwner } = await startLimited()
    const { reviewId: small } = await reviewOf(counter, 500)
    await counter.command('sale.confirm', { reviewId: small })
    const { reviewId } = await reviewOf(counter, 1_000)
    await takesOwner('sale.confirm', { reviewId })
    // The same confirmation again answers the same sale.
    expect((await counter.ask('sale.confirm', { reviewId })).ok).toBe(true)
    const sold = readActs(counter.dataDir, 'sale-recorded').map(({ till }) => till)
    expect(sold).toMatchObject([{}, { cashier: { name: 'Amina' }, approvedBy: 'Karim' }])
    expect(sold[0]).not.toHaveProperty('approvedBy')
    const { sale } = await counter.command('sale.find', { reviewId })
    const { moments } = await counter.command('history.sale', { ref: sale?.ref ?? expect.fail() })
    expect(moments[0]).toMatchObject({ kind: 'sale-recorded', who: 'Amina', approvedBy: 'Karim' })
  })

  test('sales of one person within an hour, without failed ones', async () => {
    const { counter, clock, owner, signIn } = await startPeople()
    const hourly = { ...limits, saleCentimes: null, hourCentimes: da(1_500) }
    await counter.command('settings.update', { till: { ...inShifts, limits: hourly } })
    await signIn('cashier')
    const sell = async (dinars: number, number?: string) => {
      const { reviewId } = await reviewOf(counter, dinars, number)
      return { reviewId, answer: await counter.ask('sale.confirm', { reviewId }) }
    }
    const back = await sell(1_000, '030000001')
    if (!back.answer.ok) expect.fail()
    await counter.reached(back.answer.value.ref, 'refunded')
    expect((await sell(1_000)).answer.ok).toBe(true)
    const beyond = await sell(1_000, '023456780')
    expect(problemOf(beyond.answer)).toBe('needs-owner')
    const asked = { reviewId: beyond.reviewId }
    const approved = { personId: owner, pin: pins.owner, command: 'sale.confirm', input: asked }
    expect((await counter.ask('people.approve', approved)).ok).toBe(true)
    expect((await counter.ask('sale.confirm', asked)).ok).toBe(true)
    expect(problemOf((await sell(500, '023456781')).answer)).toBe('needs-owner')
    await clock.pass(3_600_000)
    expect((await sell(500, '023456782')).answer.ok).toBe(true)
  })

  test('a refund', async () => {
    const { counter, takesOwner } = await startLimited()
    const { reviewId } = await reviewOf(counter, 500, '030000001')
    const { ref } = await counter.command('sale.confirm', { reviewId })
    await counter.reached(ref, 'refunded')
    await takesOwner('till.give-back', { actId: newActId(), ref, amountCentimes: da(500) })
    expect((await counter.command('till.refund', { ref })).refund?.givenBack).toMatchObject([
      { who: 'Amina', approvedBy: 'Karim' },
    ])
  })

  test('a count that differs by more', async () => {
    const { counter, takesOwner } = await startLimited()
    const close = () => ({ actId: newActId(), reason: 'not there' })
    for (const { missing, alone } of [
      { missing: 50, alone: true },
      { missing: 55, alone: false },
    ]) {
      await counter.command('till.open-shift', { actId: newActId(), float: { 'coin-5': 100 } })
      await counter.command('till.count', { actId: newActId(), counted: { 'coin-5': 100 - missing / 5 } })
      if (alone) expect((await counter.ask('till.close-shift', close())).ok).toBe(true)
      else await takesOwner('till.close-shift', close())
    }
    const closed = readActs(counter.dataDir, 'shift-closed')
    expect(closed.map(({ approvedBy }) => approvedBy)).toEqual([undefined, 'Karim'])
  })

  test("slips of the bank's terminal that differ by more", async () => {
    const { counter, takesOwner } = await startLimited()
    await counter.command('till.open-shift', { actId: newActId(), float: {} })
    const { ref } = await tillOf(counter).sell('023456789', 500, 'card')
    await counter.reached(ref, 'fulfilled')
    const otherMeans = { card: da(0) }
    await counter.command('till.count', { actId: newActId(), counted: {}, otherMeans })
    await takesOwner('till.close-shift', { actId: newActId(), reason: 'no slip' })
  })

  test("slips of the bank's terminal that differ by more, though they are left out of a second count", async () => {
    const { counter, takesOwner } = await startLimited({ blindClose: false })
    await counter.command('till.open-shift', { actId: newActId(), float: {} })
    const { ref } = await tillOf(counter).sell('023456789', 500, 'card')
    await counter.reached(ref, 'fulfilled')
    const count = () => ({ actId: newActId(), counted: {} })
    await counter.command('till.count', { ...count(), otherMeans: { card: da(0) } })
    await counter.command('till.count', count())
    expect(problemOf(await counter.ask('till.close-shift', { actId: newActId() }))).toBe('reason-missing')
    await takesOwner('till.close-shift', { actId: newActId(), reason: 'no slip' })
    const [closed] = readActs(counter.dataDir, 'shift-closed')
    expect(closed).toMatchObject({ report: { otherMeans: [{ means: 'card', countedCentimes: 0 }] } })
  })

  test('cash sold after the count and not counted', async () => {
    const { counter, takesOwner } = await startLimited()
    await counter.command('till.open-shift', { actId: newActId(), float: { 'coin-5': 10 } })
    await counter.command('till.count', { actId: newActId(), counted: { 'coin-5': 10 } })
    const { ref } = await tillOf(counter).sell('023456789', 500)
    await counter.reached(ref, 'fulfilled')
    // What is taken to the safe is an entry of its own.
    await tillOf(counter).move({ movement: 'drop', amountCentimes: da(500) })
    await takesOwner('till.close-shift', { actId: newActId() })
  })

  test('sold by card after the slips were counted', async () => {
    const { counter, takesOwner } = await startLimited()
    await counter.command('till.open-shift', { actId: newActId(), float: {} })
    const count = () => ({ actId: newActId(), counted: {} })
    await counter.command('till.count', { ...count(), otherMeans: { card: da(0) } })
    const { ref } = await tillOf(counter).sell('023456789', 500, 'card')
    await counter.reached(ref, 'fulfilled')
    await takesOwner('till.close-shift', { actId: newActId() })
  })

  test('sold after the count by several means, by none of them beyond the limit', async () => {
    const { counter, takesOwner } = await startLimited({ limits: { ...limits, differenceCentimes: da(900) } })
    await counter.command('till.open-shift', { actId: newActId(), float: {} })
    const otherMeans = { card: da(0) }
    await counter.command('till.count', { actId: newActId(), counted: {}, otherMeans })
    for (const [number, means] of [
      ['023456789', 'cash'],
      ['023456780', 'card'],
    ] as const)
      await counter.reached((await tillOf(counter).sell(number, 500, means)).ref, 'fulfilled')
    await takesOwner('till.close-shift', { actId: newActId() })
  })
})

describe('a shift that another person opened', () => {
  async function startOthers() {
    const shop = await startPeople()
    const { counter, owner, signIn } = shop
    await counter.command('settings.update', { till: { ...inShifts, blindClose: false } })
    const approve = (command: CommandName, input: unknown) =>
      counter.command('people.approve', { personId: owner, pin: pins.owner, command, input })
    const open = () => counter.command('till.open-shift', { actId: newActId(), float: {} })
    return { ...shop, signIn, approve, open }
  }
  const acts = ['till.count', 'till.close-shift'] as const
  const inputOf = (name: (typeof acts)[number]) =>
    name === 'till.count' ? { actId: newActId(), counted: {} } : { actId: newActId() }

  test('a cashier counts and closes with the owner alone, each act for itself; both names are kept', async () => {
    const { counter, signIn, approve, open } = await startOthers()
    await open()
    await signIn('cashier')
    for (const name of acts) {
      const asked = inputOf(name)
      expect(problemOf(await counter.ask(name, asked as never))).toBe('needs-owner')
      await approve(name, asked)
      expect((await counter.ask(name, asked as never)).ok).toBe(true)
    }
    for (const kind of ['shift-counted', 'shift-closed'])
      expect(readActs(counter.dataDir, kind)).toMatchObject([{ who: 'Amina', approvedBy: 'Karim' }])
  })

  test('needs no owner if it is the cashier’s own, an owner’s, or older than people', async () => {
    const { counter, signIn, open } = await startOthers()
    const goThrough = async () => {
      for (const name of acts)
        expect(await counter.ask(name, inputOf(name) as never)).toMatchObject({ ok: true })
    }
    await signIn('cashier')
    await open()
    await goThrough()
    await open()
    await signIn('owner')
    await goThrough()
    const early = await startCounter()
    await early.counter.command('settings.update', { till: inShifts })
    await tillOf(early.counter).open(0)
    const people = await addPeople(early.counter)
    await people.signIn('cashier')
    for (const name of acts)
      expect(await early.counter.ask(name, inputOf(name) as never)).toMatchObject({ ok: true })
  })
})

test('after a blind count, a cashier who knows the expected cash counts again only with the owner', async () => {
  const { counter, owner, signIn } = await startPeople()
  await counter.command('settings.update', { till: inShifts })
  await signIn('cashier')
  await counter.command('till.open-shift', { actId: newActId(), float: { 'coin-5': 20 } })
  const count = (coins: number) => ({ actId: newActId(), counted: { 'coin-5': coins } })
  const state = await counter.command('till.count', count(0))
  expect(state.shift?.counted).toMatchObject({ expectedCentimes: da(100) })
  const again = count(20)
  expect(problemOf(await counter.ask('till.count', again))).toBe('needs-owner')
  const asked = { personId: owner, pin: pins.owner, command: 'till.count', input: again }
  await counter.command('people.approve', asked)
  await counter.command('till.count', again)
  expect(readActs(counter.dataDir, 'shift-counted').map(({ approvedBy }) => approvedBy)).toEqual([
    undefined,
    'Karim',
  ])
  await signIn('owner')
  expect((await counter.ask('till.count', count(19))).ok).toBe(true)
})

describe('cost, fees and profit', () => {
  /** Every name that a value holds, at any depth. */
  const namesIn = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
      : []
  const costNames = ['costCentimes', 'feeCentimes', 'profitCentimes']
  const costsIn = (value: unknown) => costNames.filter((name) => namesIn(value).includes(name))

  /** A shift with a sale, counted: by whoever is signed in. */
  async function startCounted(role: 'owner' | 'cashier') {
    const shop = await startPeople()
    const { counter, owner, signIn } = shop
    await counter.command('settings.update', { till: inShifts })
    await signIn(role)
    await counter.command('till.open-shift', { actId: newActId(), float: {} })
    const { ref } = await tillOf(counter).sell('023456789', 500)
    await counter.reached(ref, 'fulfilled')
    await counter.command('till.count', { actId: newActId(), counted: { 'note-500': 1 } })
    /** Asks, with the owner's approval where it takes one. */
    const ask = async <Name extends 'till.x-report' | 'till.z-report' | 'till.z-list'>(
      name: Name,
      input: CommandInput<Name>,
    ) => {
      if (role === 'cashier')
        await counter.command('people.approve', { personId: owner, pin: pins.owner, command: name, input })
      return counter.command(name, input)
    }
    return { ...shop, ask }
  }

  test('are in an owner’s answers', async () => {
    const { counter, ask } = await startCounted('owner')
    expect(costsIn(await ask('till.x-report', {}))).toEqual(costNames)
    expect(costsIn(await counter.command('till.close-shift', { actId: newActId() }))).toEqual(costNames)
    expect(costsIn(await ask('till.z-report', { number: 1 }))).toEqual(costNames)
    expect(costsIn(await ask('till.z-list', {}))).toEqual(costNames)
  })

  test('are in no answer to a cashier, even if the owner approved; the journal keeps them', async () => {
    const { counter, ask } = await startCounted('cashier')
    const x = await ask('till.x-report', {})
    const close = { actId: newActId() }
    const closed = await counter.command('till.close-shift', close)
    const again = await counter.command('till.close-shift', close)
    const z = await ask('till.z-report', { number: 1 })
    const list = await ask('till.z-list', {})
    for (const answer of [x, closed, again, z, list]) {
      expect(costsIn(answer)).toEqual([])
      expect(namesIn(answer)).toContain('earnedCentimes')
    }
    expect(closed.report.total.takenCentimes).toBe(da(500))
    expect(closed.report.cash.expectedCentimes).toBe(da(500))
    const [kept] = readActs(counter.dataDir, 'shift-closed')
    expect(costsIn(kept)).toEqual(costNames)
  })

  test('are withheld if a cashier signs in before the reply is sent', async () => {
    const { counter, signIn } = await startCounted('owner')
    const [closed] = await Promise.all([
      counter.command('till.close-shift', { actId: newActId() }),
      signIn('cashier'),
    ])
    expect(costsIn(closed)).toEqual([])
    expect(commands['till.close-shift'].output.safeParse(closed).success).toBe(true)
    await signIn('owner')
    const today = shopDayOf(closed.closedAtMs)
    const [report] = await Promise.all([
      counter.command('reports.read', { fromDay: today, toDay: today }),
      signIn('cashier'),
    ])
    expect(costsIn(report)).toEqual([])
    expect(commands['reports.read'].output.safeParse(report).success).toBe(true)
  })
})
