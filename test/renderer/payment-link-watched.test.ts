/**
 * A link that waits for its customer while others are served: it is listed, found by its reference, looked at in its turn, and
 * reported once it is over.
 */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { PaymentLinkView } from '#shared/payment-link.ts'
import {
  knownLinks,
  linksThatFit,
  noteEndedLinks,
  waitingLinks,
} from '../../renderer/features/payment-link/kept.ts'
import { createScreen } from '../../renderer/screen-store.ts'
import { ok } from '../support/bridge.ts'
import {
  link,
  paid,
  paymentRef,
  paymentUrl,
  startAtForm,
  startAtRef,
} from '../support/payment-link-screen.ts'

const made = { title: 'Téléphone', amountCentimes: centimes(250_000), askedAtMs: 1_000 }

async function startChecked() {
  const counter = await startAtRef(false)
  const screen = createScreen(counter.sales)
  noteEndedLinks(counter.selling, screen)
  counter.links.type(paymentRef)
  await counter.links.check()
  return {
    ...counter,
    kept: () => counter.links.kept.getState(),
    notes: () => screen.store.getState().notes.map(({ content }) => content),
  }
}

test('a link that was looked at by its reference waits, and is found by it and by its amount', async () => {
  const { selling, kept } = await startChecked()
  selling.open('mobile')
  expect(waitingLinks(kept())).toEqual([link])
  const found = (query: string) => linksThatFit(kept(), query).map((one) => one.paymentRef)
  expect(found('train-abc234')).toEqual([paymentRef])
  expect(found('2500')).toEqual([paymentRef])
  expect([found(''), found('XYZ')]).toEqual([[], []])
})

test('a paid link is found by its title, whatever the accents, and by its amount', async () => {
  const { links, selling, testBridge, settled } = await startAtForm()
  testBridge.answer('links.session', () => ok({ links: [{ kind: 'made', ...made, link: paid, paymentUrl }] }))
  links.goOn()
  await settled()
  selling.open('mobile')
  await links.readLinks()
  for (const query of ['telephone', '2 500'])
    expect(linksThatFit(links.kept.getState(), query)).toEqual([paid])
})

test('it is looked at while others are served, and its end is shown once', async () => {
  const { selling, links, kept, notes, testBridge } = await startChecked()
  selling.back()
  selling.open('mobile')
  testBridge.answer('links.check', () => ok(paid))
  await links.lookAtDue()
  await links.lookAtDue()
  expect(notes()).toEqual([{ kind: 'link', link: paid }])
  expect(waitingLinks(kept())).toEqual([])
  expect(knownLinks(kept()).map(({ phase }) => phase)).toEqual(['paid'])
})

test('what is not due yet is not looked at', async () => {
  const { selling, links, asked, testBridge } = await startChecked()
  const waiting: PaymentLinkView = { ...link, seenAtMs: Date.now(), nextLookMs: 60_000 }
  testBridge.answer('links.check', () => ok(waiting))
  await links.lookAtDue()
  const looks = asked('links.check').length
  selling.open('mobile')
  await links.lookAtDue()
  expect(asked('links.check')).toHaveLength(looks)
})

test('the end of a link that is on the screen needs no note', async () => {
  const { links, notes, testBridge } = await startChecked()
  testBridge.answer('links.check', () => ok(paid))
  await links.look('screen')
  expect(notes()).toEqual([])
})

test('a link that is over at its first look is shown there, and nowhere else', async () => {
  const counter = await startAtRef(false)
  const screen = createScreen(counter.sales)
  noteEndedLinks(counter.selling, screen)
  counter.testBridge.answer('links.check', () => ok(paid))
  counter.links.type(paymentRef)
  await counter.links.check()
  expect(screen.store.getState().notes).toEqual([])
})

test('it is opened from its list, even during another sale', async () => {
  const { selling, links, step, settled } = await startChecked()
  selling.open('mobile')
  links.openLink(paymentRef)
  expect(step()).toMatchObject({ service: 'mobile' })
  selling.open('payment-link')
  links.openLink(paymentRef)
  await settled()
  expect(step()).toMatchObject({ at: 'link-status', link: { paymentRef } })
})

test('a link that was just made waits as well, before the list of the session is read again', async () => {
  const { links, selling, hold, settled } = await startAtForm()
  hold('links.session')
  links.goOn()
  await settled()
  selling.open('mobile')
  expect(waitingLinks(links.kept.getState())).toEqual([link])
})
