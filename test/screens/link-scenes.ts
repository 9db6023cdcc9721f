/** Payment links: every step, and where a payment may stand. */
import type { Answers } from '../support/window-page.ts'
import { refused, scene, told } from './scene.ts'
import { linkIn, payUrl, sessionLinks } from './views.ts'

const linkPhases = ['untouched', 'being-paid', 'paid', 'failed', 'expired', 'unknown'] as const
const links: Answers = {
  'links.offered': told({ creates: true }),
  'links.create': told({ ...linkIn('untouched'), paymentUrl: payUrl }),
}
const paymentRef = [...'COMPTOIR-A1B2C3-D4E5']
const toForm = ['F5', 'Enter']

export const linkScenes = [
  scene('link-reference', { answers: links, keys: ['F5'], shows: '#payment-ref' }),
  scene('link-reference-only', {
    answers: { 'links.offered': told({ creates: false }) },
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
    answers: { ...links, 'links.session': told({ links: [...sessionLinks] }) },
    ...{ keys: ['F5', 'ArrowDown', 'ArrowDown'], shows: '.link-tile[aria-current]' },
  }),
  scene('link-parked', {
    answers: links,
    keys: [...toForm, '500000', 'Enter', 'T', 'V', 'Enter', 'F1'],
    shows: '[data-testid="parked-link"]',
  }),
  ...linkPhases.map((phase) =>
    scene(`link-${phase}`, {
      answers: { ...links, 'links.check': told(linkIn(phase)) },
      ...{ keys: ['F5', ...paymentRef, 'Enter'], shows: `[data-link="${phase}"]` },
    }),
  ),
]
