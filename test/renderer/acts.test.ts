/** Acts whose answer was lost: the next press does none of them twice, and what is asked alike later never passes for done. */
import { describe, expect, test } from 'vitest'
import { err } from '#shared/result.ts'
import type { Client } from '../../renderer/client.ts'
import {
  type ActIds,
  askOnce,
  countsTwice,
  createActIds,
  createLastId,
} from '../../renderer/features/till/act.ts'
import { carnetOf } from '../support/carnet.ts'
import { startCounter } from '../support/core.ts'
import { da, newActId, piecesOf, tillOf } from '../support/till.ts'

/** A window over a core; `lose` loses the answers to all that is asked until `find`. */
async function startWindow() {
  const { counter } = await startCounter()
  const till = tillOf(counter)
  await till.withShifts({ blindClose: false })
  let isLost = false
  const client = {
    command: async (name, input) => {
      const answer = await counter.ask(name, input)
      return isLost ? err({ kind: 'internal' }) : answer
    },
  } as Pick<Client, 'command'>
  const ofWindow = createActIds(newActId)
  const ask = (ids: ActIds) => (name: Parameters<typeof askOnce>[2], asked: object) =>
    askOnce(client, ids, name, asked as never)
  return {
    ...{ counter, till, client },
    /** What counts twice if it is done twice. */
    move: ask(ofWindow),
    /** A form is opened for any other act. */
    openForm: () => ask(createLastId(newActId)),
    async losing<Answer>(act: () => Promise<Answer>): Promise<void> {
      isLost = true
      expect(await act()).toMatchObject({ answer: { ok: false } })
      isLost = false
    },
  }
}

const signed = { who: 'Amina' }
const drop = { ...signed, moved: { movement: 'drop', amountCentimes: da(1_000) } }

describe('money that moves, where the answer was lost', () => {
  test('moves once however often it is pressed, and the window says when it was recorded', async () => {
    const { counter, till, move, losing } = await startWindow()
    await till.open(10_000)
    await losing(() => move('till.move-cash', drop))
    expect(await move('till.move-cash', drop)).toMatchObject({
      answer: { ok: true },
      earlier: { who: 'Amina', atMs: expect.any(Number) },
    })
    const { movements } = await counter.command('till.movements', { shift: 1 })
    expect(movements).toHaveLength(1)
  })

  test('moves once although another act came between', async () => {
    const { counter, till, move, losing } = await startWindow()
    await till.open(10_000)
    await losing(() => move('till.move-cash', drop))
    const other = { ...signed, moved: { movement: 'drop', amountCentimes: da(500) } }
    expect(await move('till.move-cash', other)).toMatchObject({ answer: { ok: true }, earlier: null })
    expect(await move('till.move-cash', drop)).toMatchObject({ earlier: { who: 'Amina' } })
    expect((await counter.command('till.movements', { shift: 1 })).movements).toHaveLength(2)
  })

  test('never passes for the same movement of the next shift: entered again, that one is recorded', async () => {
    const { till, move, losing } = await startWindow()
    await till.open(10_000)
    await losing(() => move('till.move-cash', drop))
    await till.count(9_000)
    await till.close()
    await till.open(10_000)
    expect(await move('till.move-cash', drop)).toMatchObject({ earlier: { who: 'Amina' } })
    expect(await move('till.move-cash', drop)).toMatchObject({ answer: { ok: true }, earlier: null })
    expect((await till.count(9_000)).shift?.counted).toMatchObject({ differenceCentimes: 0 })
  })

  test('never passes for another person’s movement: they are shown in whose name it was', async () => {
    const { counter, move, losing } = await startWindow()
    const started = await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
    const added = await counter.command('people.add', {
      ...{ actId: newActId(), name: 'Amina', role: 'cashier', pin: '314159' },
    })
    const amina = added.people.find(({ name }) => name === 'Amina')?.personId ?? expect.fail()
    await counter.command('till.open-shift', { actId: newActId(), float: piecesOf(10_000) })
    const paidIn = { moved: { movement: 'paid-in', amountCentimes: da(1_000), note: 'monnaie' } }
    await losing(() => move('till.move-cash', paidIn))
    await counter.command('people.sign-in', { personId: amina, pin: '314159' })
    expect(await move('till.move-cash', paidIn)).toMatchObject({ earlier: { who: 'Karim' } })
    expect(await move('till.move-cash', paidIn)).toMatchObject({ answer: { ok: true }, earlier: null })
    await counter.command('people.sign-in', { personId: started.signedIn ?? expect.fail(), pin: '271828' })
    const { movements } = await counter.command('till.movements', { shift: 1 })
    expect(movements.map(({ who }) => who)).toEqual(['Karim', 'Amina'])
  })

  test('is recorded by the next press where nothing was, and nothing is said of it', async () => {
    const { counter, move } = await startWindow()
    expect(await move('till.move-cash', drop)).toMatchObject({ answer: { ok: false }, earlier: null })
    await tillOf(counter).open(10_000)
    expect(await move('till.move-cash', drop)).toMatchObject({ answer: { ok: true }, earlier: null })
  })

  test('is not asked for again before it is known what was recorded', async () => {
    const { till, move, losing, counter } = await startWindow()
    await losing(() => move('till.move-cash', drop))
    await till.open(10_000)
    await losing(() => move('till.move-cash', drop))
    expect((await counter.command('till.movements', { shift: 1 })).movements).toEqual([])
  })
})

describe('any other act whose answer was lost', () => {
  test('is answered by the next press in its form', async () => {
    const { till, openForm, losing } = await startWindow()
    await till.open(10_000)
    await till.count(10_000)
    const close = openForm()
    await losing(() => close('till.close-shift', signed))
    expect(await close('till.close-shift', signed)).toMatchObject({
      answer: { ok: true, value: { number: 1 } },
    })
  })

  test('is not the next shift’s opening, nor its close', async () => {
    const { till, openForm, losing } = await startWindow()
    const open = { ...signed, float: piecesOf(10_000) }
    await losing(() => openForm()('till.open-shift', open))
    await till.count(10_000)
    await losing(() => openForm()('till.close-shift', signed))
    expect(await till.read()).toMatchObject({ shift: null, lastClose: { number: 1 } })
    expect(await openForm()('till.open-shift', open)).toMatchObject({ answer: { ok: true } })
    await till.count(10_000)
    const closed = await openForm()('till.close-shift', signed)
    expect(closed).toMatchObject({ answer: { ok: true, value: { number: 2 } } })
    expect((await till.read()).shift).toBeNull()
  })

  test('sets what it sets, though something else was set in between', async () => {
    const { counter, openForm, losing } = await startWindow()
    const set = openForm()
    const prices = (surcharges: boolean) => ({ ...signed, prices: { surcharges, rules: [] } })
    await losing(() => set('prices.set', prices(true)))
    expect(await set('prices.set', prices(false))).toMatchObject({ answer: { value: { surcharges: false } } })
    expect(await set('prices.set', prices(true))).toMatchObject({ answer: { value: { surcharges: true } } })
    const carnet = await carnetOf(counter)
    const { customerId } = await carnet.add('0661234567')
    const limit = (dinars: number) => ({ ...signed, customerId, limitCentimes: da(dinars) })
    await losing(() => openForm()('carnet.set-limit', limit(1_000)))
    await openForm()('carnet.set-limit', limit(9_000))
    await openForm()('carnet.set-limit', limit(1_000))
    expect((await carnet.page(customerId)).customer.limitCentimes).toBe(da(1_000))
  })
})

describe('the id of an act', () => {
  const counting = () => {
    let made = 0
    return () => {
      made += 1
      return `id-${made}`
    }
  }
  const [one, two] = [{ amount: 1 }, { amount: 2 }]

  test('stays until the act is done, also where another one was done in between', () => {
    const ids = createActIds(counting())
    expect(ids.idFor('till.move-cash', one)).toEqual({ actId: 'id-1', isOld: false })
    expect(ids.idFor('till.move-cash', two)).toEqual({ actId: 'id-2', isOld: false })
    ids.noteDone('id-2')
    expect(ids.idFor('till.move-cash', one)).toEqual({ actId: 'id-1', isOld: true })
    ids.noteDone('id-1')
    expect(ids.idFor('till.move-cash', one)).toEqual({ actId: 'id-3', isOld: false })
  })

  test('is kept with what was asked beyond its form only where no PIN is part of it', () => {
    expect(countsTwice('carnet.repay')).toBe(true)
    const withPin = ['people.start', 'people.add', 'people.change', 'people.recover'] as const
    expect([...withPin, 'people.change-own-pin' as const].filter(countsTwice)).toEqual([])
  })

  test('of a form is that of what it asked for last', () => {
    const ids = createLastId(counting())
    const asked = [one, one, two, one].map((input) => ids.idFor('prices.set', input).actId)
    expect(asked).toEqual(['id-1', 'id-1', 'id-2', 'id-3'])
    ids.noteDone('id-3')
    expect(ids.idFor('prices.set', one).actId).toBe('id-4')
  })
})
