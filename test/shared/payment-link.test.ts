/** References as they are pasted and scanned, the amounts that a link may be made for, and when one is over. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { checkLinkAmount, isLinkOver, linkPhases, parsePaymentRef } from '#shared/payment-link.ts'

test.each([
  ['TRAIN-ABC234-XY78', 'TRAIN-ABC234-XY78'],
  ['  TRAIN-ABC234-XY78\n', 'TRAIN-ABC234-XY78'],
  ['my-shop-a1B2c3-Z9y8', 'my-shop-a1B2c3-Z9y8'],
  ['\u200fTRAIN-ABC234-XY78\u200e', 'TRAIN-ABC234-XY78'],
  ['https://pay.example/TRAIN-ABC234-XY78', 'TRAIN-ABC234-XY78'],
  ['https://pay.example/l/TRAIN-ABC234-XY78?lang=fr#card', 'TRAIN-ABC234-XY78'],
  ['https://pay.example/?ref=TRAIN-ABC234-XY78&lang=fr', 'TRAIN-ABC234-XY78'],
  ['Votre lien : https://pay.example/TRAIN-ABC234-XY78 merci', 'TRAIN-ABC234-XY78'],
])('%j holds the reference %s', (typed, ref) => {
  expect(parsePaymentRef(typed)).toEqual({ ok: true, value: ref })
})

test.each([
  ['', 'payment-ref-missing'],
  [' \u200f ', 'payment-ref-missing'],
  ['0661234567', 'not-a-payment-ref'],
  ['TRAIN-ABC-XY78', 'not-a-payment-ref'],
  ['a1B2c3-Z9y8', 'not-a-payment-ref'],
  ['PL/../-a1B2c3-Z9y8', 'not-a-payment-ref'],
  [`${'A'.repeat(100)}-ABC234-XY78`, 'not-a-payment-ref'],
])('%j has none: %s', (typed, problem) => {
  expect(parsePaymentRef(typed)).toEqual({ ok: false, error: problem })
})

test.each([
  [499_00, 'link-amount-out-of-range'],
  [500_000_01, 'link-amount-out-of-range'],
  [1_000_50, 'amount-not-whole'],
  [500_00, undefined],
  [500_000_00, undefined],
])('a link for %i centimes: %s', (amount, problem) => {
  const checked = checkLinkAmount(centimes(amount))
  expect(checked.ok ? undefined : checked.error).toBe(problem)
})

test('a link is over once it is paid, failed or expired; an unknown status does not end it', () => {
  expect(linkPhases.filter((phase) => isLinkOver({ phase }))).toEqual(['paid', 'failed', 'expired'])
})
