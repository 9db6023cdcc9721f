/** The selling screen with the payment links open, over a bridge that answers as a core would. */
import { centimes } from '#shared/money.ts'
import type { PaymentLinkView, SessionLinkView } from '#shared/payment-link.ts'
import { ok } from './bridge.ts'
import { settled, startScreen } from './selling-screen.ts'

export const paymentRef = 'TRAIN-ABC234-XY78'
export const paymentUrl = `https://pay.example/${paymentRef}`
export const link: PaymentLinkView = {
  ...{ paymentRef, phase: 'untouched', serverStatus: 'PENDING', message: null, isSandbox: true },
  ...{ amountCentimes: centimes(250_000), begunAtMs: null, endsByMs: 1_200_000, seenAtMs: 0 },
  nextLookMs: 3_000,
}
export const paid: PaymentLinkView = { ...link, phase: 'paid', endsByMs: null, nextLookMs: null }

export async function startAtRef(creates = true, listed: readonly SessionLinkView[] = []) {
  const screen = startScreen()
  const { testBridge, selling } = screen
  testBridge.answer('links.offered', () => ok({ creates }))
  testBridge.answer('links.session', () => ok({ links: listed }))
  testBridge.answer('links.check', () => ok(link))
  testBridge.answer('links.create', () => ok({ ...link, paymentUrl }))
  selling.open('payment-link')
  await settled()
  return { ...screen, links: selling.entries['payment-link'] }
}

/** The form is filled in, up to the Enter that makes the link. */
export async function startAtForm(listed: readonly SessionLinkView[] = []) {
  const counter = await startAtRef(true, listed)
  counter.links.goOn()
  counter.links.typeAmount('2500')
  counter.links.goOn()
  counter.links.typeTitle('Téléphone')
  return counter
}
