/**
 * A payment link while somebody else is served: it is there again, watched, and one that may have been made stays shown. What
 * is shown of the links of the session is no older than it says.
 */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { PaymentLinkView, SessionLinkView } from '#shared/payment-link.ts'
import { standingOf } from '../../renderer/features/payment-link/session-links.tsx'
import { ok, refuse } from '../support/bridge.ts'
import {
  link,
  paid,
  paymentRef,
  paymentUrl,
  startAtForm as startAtLinkForm,
} from '../support/payment-link-screen.ts'

const asked = { title: 'TV', amountCentimes: centimes(250_000), askedAtMs: 1_000 }
const made: SessionLinkView = { kind: 'made', ...asked, link, paymentUrl }
const maybe: SessionLinkView = { kind: 'maybe-made', ...asked, askedAtMs: 2_000 }

async function startAtForm(listed: readonly SessionLinkView[] = [made]) {
  const counter = await startAtLinkForm(listed)
  return {
    ...counter,
    looks: () => counter.asked('links.check').length,
    makings: () => counter.asked('links.create').length,
    parked: () => counter.links.kept.getState().parked,
  }
}

async function startAtStatus() {
  const counter = await startAtForm()
  counter.links.goOn()
  await counter.settled()
  expect(counter.step()).toMatchObject({ at: 'link-status', link, paymentUrl })
  return counter
}

describe('a link that is watched', () => {
  test.each(['mobile', 'internet', 'gift-card', 'bill'] as const)(
    'is back after %s, with its address, and is looked at',
    async (service) => {
      const { selling, step, looks, parked, settled } = await startAtStatus()
      selling.open(service)
      expect(step()).toMatchObject({ service })
      expect(parked()).toMatchObject({ link })
      selling.open('payment-link')
      expect(step()).toMatchObject({ at: 'link-status', link, paymentUrl })
      expect(parked()).toBeNull()
      await settled()
      expect([looks(), step()]).toMatchObject([1, { looking: null }])
    },
  )

  test('is looked at while somebody else is served, who notices nothing', async () => {
    const { testBridge, selling, links, step, parked } = await startAtStatus()
    selling.open('mobile')
    const before = step()
    testBridge.answer('links.check', () => ok(paid))
    await links.look('screen')
    expect(step()).toBe(before)
    expect(parked()).toMatchObject({ link: paid, looking: null })
    selling.open('payment-link')
    expect(step()).toMatchObject({ at: 'link-status', link: paid })
  })

  test('gets the answer of a look that was under way when it was left or reopened', async () => {
    const { hold, selling, links, step, looks, settled } = await startAtStatus()
    const answer = hold('links.check')
    void links.look('screen')
    selling.open('mobile')
    selling.open('payment-link')
    answer(ok(paid))
    await settled()
    expect([looks(), step()]).toMatchObject([1, { at: 'link-status', link: paid, looking: null }])
  })

  test('is put away by Esc, and stays among the links of the session', async () => {
    const { selling, links, step, looks, parked, settled } = await startAtStatus()
    selling.back()
    selling.open('mobile')
    selling.open('payment-link')
    await settled()
    expect([step(), parked()]).toMatchObject([{ at: 'link-ref', typed: '' }, null])
    links.move?.(1)
    expect(step()).toMatchObject({ marked: paymentRef })
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-status', link, paymentUrl, looking: 'cashier' })
    await settled()
    expect(looks()).toBe(1)
  })

  test('is put away by Enter once it is paid', async () => {
    const { testBridge, selling, links, step, settled } = await startAtStatus()
    testBridge.answer('links.check', () => ok(paid))
    links.goOn()
    await settled()
    expect(links.kept.getState().links).toMatchObject([{ link: paid }])
    links.goOn()
    selling.open('bill')
    selling.open('payment-link')
    expect(step()).toMatchObject({ at: 'link-ref' })
  })
})

describe('a link that is being made when somebody else is served', () => {
  async function leaveWhileMaking() {
    const counter = await startAtForm()
    const answer = counter.hold('links.create')
    counter.links.goOn()
    counter.selling.open('mobile')
    const answerAndSettle = async (value: unknown) => {
      answer(value)
      await counter.settled()
    }
    return { ...counter, answerAndSettle }
  }

  test('is there when they are done, whenever its answer came', async () => {
    const { selling, step, makings, parked, answerAndSettle } = await leaveWhileMaking()
    expect(parked()).toMatchObject({ at: 'link-form', isMaking: true })
    await answerAndSettle(ok({ ...link, paymentUrl }))
    expect(step()).toMatchObject({ service: 'mobile' })
    selling.open('payment-link')
    expect([makings(), step()]).toMatchObject([1, { at: 'link-status', link, paymentUrl }])
  })

  test.each([[{ kind: 'link-maybe-made' }], [{ kind: 'internal' }]])(
    'and whose answer is lost (%j) is shown as perhaps made, and Enter makes no other',
    async (error) => {
      const { selling, links, step, makings, answerAndSettle } = await leaveWhileMaking()
      await answerAndSettle(refuse(error))
      for (const service of ['payment-link', 'internet', 'payment-link'] as const) selling.open(service)
      expect(step()).toMatchObject({
        ...{ at: 'link-form', isDoubted: true, isMaking: false, amount: '2500' },
        error: { kind: 'link-maybe-made' },
      })
      links.goOn()
      expect(makings()).toBe(1)
    },
  )
})

describe('the links of the session, once their list is reached', () => {
  const nameOf = (place: number) => `TRAIN-OTHER${place}-XY78`
  const linkAt = (place: number, change: Partial<PaymentLinkView> = {}): SessionLinkView => ({
    ...made,
    link: { ...link, paymentRef: nameOf(place), ...change },
  })
  async function startAtList(listed: readonly SessionLinkView[]) {
    const counter = await startAtForm(listed)
    counter.selling.back()
    const asked = () => counter.asked('links.check')
    return { ...counter, asked, phases: () => counter.links.kept.getState().links }
  }

  test('are looked at by the screen, those that are over and those just seen left alone', async () => {
    const { testBridge, links, asked, phases } = await startAtList([
      maybe,
      linkAt(1),
      linkAt(2, { phase: 'paid' }),
      linkAt(3, { seenAtMs: Date.now() }),
      linkAt(4, { phase: 'being-paid' }),
    ])
    testBridge.answer('links.check', (input) =>
      ok({ ...paid, ...(input as { paymentRef: string; by: string }) }),
    )
    await links.recheckAll()
    expect(asked()).toEqual([1, 4].map((place) => ({ paymentRef: nameOf(place), by: 'screen' })))
    expect(phases().slice(1)).toMatchObject(
      ['paid', 'paid', 'untouched', 'paid'].map((phase) => ({ link: { phase } })),
    )
  })

  test('are looked at a few at a time, the longest unseen first, and once at a time', async () => {
    const { links, asked } = await startAtList(
      Array.from({ length: 9 }, (_, place) => linkAt(place, { seenAtMs: 9 - place })),
    )
    await Promise.all([links.recheckAll(), links.recheckAll()])
    expect(asked()).toMatchObject([8, 7, 6, 5, 4].map((place) => ({ paymentRef: nameOf(place) })))
  })

  test('are left to the cashier once nothing more is expected', async () => {
    const { links, asked } = await startAtList([linkAt(1, { nextLookMs: null }), linkAt(2)])
    await links.recheckAll()
    expect(asked()).toEqual([{ paymentRef: nameOf(2), by: 'screen' }])
  })

  test('are not looked at one by one while no answer can be had; one that is refused holds up no other', async () => {
    const { testBridge, links, asked } = await startAtList([linkAt(1), linkAt(2)])
    testBridge.answer('links.check', () => refuse({ kind: 'unreachable', reason: 'timeout' }))
    await links.recheckAll()
    expect(asked()).toHaveLength(1)
    testBridge.answer('links.check', () =>
      refuse({ kind: 'refused', code: 'PAYMENT_NOT_FOUND', message: '' }),
    )
    await links.recheckAll()
    expect(asked()).toHaveLength(3)
  })

  test('have the result of a typed reference, even if the cashier has moved on', async () => {
    const { testBridge, selling, links, settled, phases } = await startAtList([made])
    testBridge.answer('links.check', () => ok(paid))
    links.type(paymentRef)
    links.goOn()
    selling.back()
    await settled()
    expect(phases()).toMatchObject([{ link: paid }])
  })
})

const minuteMs = 60_000
test.each([
  ['untouched', 19, 0, 'untouched'],
  ['untouched', 20, 19, 'outlived'],
  ['untouched', 180, 1, 'outlived'],
  ['untouched', 21, 20.5, 'untouched'],
  ['untouched', 180, 179, 'untouched'],
  ['untouched', 180, 30, 'outlived'],
  ['being-paid', 180, 1, 'being-paid'],
  ['paid', 180, 1, 'paid'],
] as const)(
  'a link that is %s after %i minutes, as seen after %d, is shown as %s',
  (phase, nowMin, seenMin, standing) => {
    const endsByMs = phase === 'untouched' ? link.endsByMs : null
    expect(standingOf({ ...link, phase, endsByMs, seenAtMs: seenMin * minuteMs }, nowMin * minuteMs)).toBe(
      standing,
    )
  },
)

test('a form that was only typed is dropped with the next customer', async () => {
  const { selling, step, parked } = await startAtForm()
  selling.open('mobile')
  expect(parked()).toBeNull()
  selling.open('payment-link')
  expect(step()).toMatchObject({ at: 'link-ref' })
})

test('the arrow keys go through the links that can be opened; typing is a reference again', async () => {
  const other: SessionLinkView = { ...made, link: { ...link, paymentRef: 'TRAIN-OTHER2-XY78' } }
  const { selling, links, step, settled } = await startAtForm([made, maybe, other])
  selling.back()
  const marked = (by: 1 | -1) => {
    links.move?.(by)
    return step()
  }
  expect(marked(-1)).toMatchObject({ marked: null })
  expect(marked(1)).toMatchObject({ marked: paymentRef })
  expect(marked(1)).toMatchObject({ marked: 'TRAIN-OTHER2-XY78' })
  expect(marked(1)).toMatchObject({ marked: 'TRAIN-OTHER2-XY78' })
  expect(marked(-1)).toMatchObject({ marked: paymentRef })
  expect(marked(-1)).toMatchObject({ marked: null })
  links.move?.(1)
  links.type('x')
  expect(step()).toMatchObject({ marked: null })
  links.openLink('TRAIN-NOBODY-XY78')
  expect(step()).toMatchObject({ at: 'link-ref' })
  await settled()
})
