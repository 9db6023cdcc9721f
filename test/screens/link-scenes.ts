/** Payment links: every step, and where a payment may stand. */
import { centimes } from '#shared/money.ts'
import type { Answers } from '../support/window-page.ts'
import { ok, refused, scene } from './scene.ts'
import { busyDay, linkIn, nowMs, payUrl, sessionLinks } from './views.ts'

const linkPhases = ['untouched', 'being-paid', 'paid', 'failed', 'expired', 'unknown'] as const
const links: Answers = {
  'links.offered': ok({ creates: true }),
  'links.create': ok({ ...linkIn('untouched'), paymentUrl: payUrl }),
}
const paymentRef = [...'COMPTOIR-A1B2C3-D4E5']
/** It was paid while somebody else was served. */
const meanwhile: Answers = {
  ...links,
  'links.session': ok({
    links: [
      {
        ...{ kind: 'made', title: 'TV', amountCentimes: centimes(250_000), askedAtMs: nowMs },
        link: { ...linkIn('untouched'), amountCentimes: centimes(250_000), nextLookMs: 3_000 },
        paymentUrl: payUrl,
      },
    ],
  }),
  'links.check': ok({ ...linkIn('paid'), amountCentimes: centimes(250_000) }),
}
const toForm = ['F5', 'Enter']

export const linkScenes = [
  scene('link-reference', { answers: links, keys: ['F5'], shows: '#payment-ref' }),
  scene('link-reference-only', {
    answers: { 'links.offered': ok({ creates: false }) },
    keys: ['F5'],
    shows: '#payment-ref',
  }),
  scene('link-reference-problem', { answers: links, keys: ['F5', '0661', 'Enter'], shows: '[role="alert"]' }),
  scene('link-asking', {
    answers: { ...links, 'links.check': 'never' },
    keys: ['F5', ...paymentRef, 'Enter'],
    shows: '[data-step="link-asking"]',
  }),
  scene('link-not-found', {
    answers: { ...links, 'links.check': refused('PAYMENT_NOT_FOUND') },
    keys: ['F5', ...paymentRef, 'Enter'],
    shows: '.note',
  }),
  scene('link-form', { answers: links, keys: toForm, shows: '#link-amount' }),
  scene('link-form-problem', {
    answers: links,
    keys: [...toForm, '12', 'Enter', 'Enter'],
    shows: '[role="alert"]',
  }),
  scene('link-maybe-made', {
    answers: { ...links, 'links.create': { ok: false, error: { kind: 'link-maybe-made' } } },
    ...{ keys: [...toForm, '1000', 'Enter', 'T', 'V', 'Enter'], shows: '.note' },
  }),
  scene('link-made', {
    answers: links,
    keys: [...toForm, '500000', 'Enter', 'T', 'V', 'Enter'],
    shows: '.pay-address',
  }),
  scene('link-session', {
    answers: { ...links, 'links.session': ok({ links: [...sessionLinks] }) },
    ...{ keys: ['F5', 'ArrowDown', 'ArrowDown'], shows: '.link-tile[aria-current]' },
  }),
  scene('link-parked', {
    answers: links,
    keys: [...toForm, '500000', 'Enter', 'T', 'V', 'Enter', 'F1'],
    shows: '[data-testid="parked-link"]',
  }),
  scene('link-told', {
    ...{ answers: meanwhile, sales: busyDay, keys: ['F5'], shows: '.notes [data-link="paid"]' },
  }),
  scene('link-told-opened', {
    ...{
      answers: meanwhile,
      keys: ['F5', 'click .notes .sale-note'],
      shows: '.phase-card[data-link="paid"]',
    },
  }),
  ...linkPhases.map((phase) =>
    scene(`link-${phase}`, {
      answers: { ...links, 'links.check': ok(linkIn(phase)) },
      ...{ keys: ['F5', ...paymentRef, 'Enter'], shows: `[data-link="${phase}"]` },
    }),
  ),
]
