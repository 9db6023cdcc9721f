/** Every word that the service or a rule can say has its own text at the counter. */
import { describe, expect, test } from 'vitest'
import { serviceUnavailable } from '#shared/app-error.ts'
import { billTransactionErrors } from '#shared/products/bill.ts'
import { billForms } from '#shared/products/bill-account.ts'
import { billFieldProblems, billFieldRules } from '#shared/products/bill-fields.ts'
import { cashierSteps, serviceErrors } from '#shared/service-errors.ts'
import { errorText, errorTitle, nextText } from '../../renderer/components/error-note.tsx'
import { createTranslator, isMessageKey } from '../../renderer/i18n.ts'

const keys = [
  ...serviceErrors.map(({ code }) => `refusal.${code}`),
  ...cashierSteps.map((step) => `step.${step}`),
  ...billTransactionErrors.map((code) => `transactionError.${code}`),
  ...billForms.map((form) => `bill.form.${form}`),
  ...Object.keys(billFieldRules).map((field) => `bill.field.${field}`),
  ...billFieldProblems.map((problem) => `bill.problem.${problem}`),
  ...['no-such-plan', 'plan-unavailable', 'amount-missing', 'amount-not-asked', 'amount-out-of-range'].map(
    (problem) => `sell.problem.${problem}`,
  ),
  ...['amount-not-whole', 'no-such-card', 'not-enough-cards', 'no-such-bill', 'below-minimum'].map(
    (problem) => `sell.problem.${problem}`,
  ),
  ...['not-this-partner', 'not-a-candidate', 'taken', 'contradicts'].map(
    (problem) => `sell.problem.${problem}`,
  ),
  ...['empty', 'not-digits', 'too-short', 'too-long', 'not-this-type', 'not-mobile', 'not-landline'].map(
    (problem) => `sell.problem.${problem}`,
  ),
]

test.each([...new Set(keys)])('%s', (key) => {
  expect(isMessageKey(key)).toBe(true)
})

test('maintenance is not shown as a cut line', () => {
  const french = createTranslator('fr')
  const unreachable = (reason: string) => errorText(french, { kind: 'unreachable', reason })
  expect(unreachable(serviceUnavailable)).toContain('Votre ligne est bonne')
  expect(unreachable('UND_ERR_HEADERS_TIMEOUT')).toContain('La ligne est coupée')
})

test('a temporary refusal and an unknown reference are not shown as final refusals', () => {
  const english = createTranslator('en')
  const title = (code: string) => errorTitle(english, { kind: 'refused', code, message: '' })
  expect(title('PARTNER_UNAVAILABLE')).toBe('Not possible right now')
  expect(title('PAYMENT_NOT_FOUND')).toBe('Not found')
  expect(title('INVALID_ACCOUNT')).toBe('Refused')
})

describe('what to do after a refusal', () => {
  const french = createTranslator('fr')
  const next = (code: string) => nextText(french, { kind: 'refused', code, message: '' })

  test.each([
    ['BILL_ALREADY_PAID', 'n’encaissez rien'],
    ['INVALID_ACCESS_TOKEN', 'Ne réessayez pas'],
    ['PAYMENT_IN_PROGRESS', 'Ne payez pas une deuxième fois'],
    ['IP_BLOCKED', 'Attendez 15 minutes'],
    ['PARTNER_UNAVAILABLE', 'Attendez un peu'],
    ['ERR_PHONE', 'Corrigez la saisie'],
    ['A_CODE_OF_TOMORROW', 'Corrigez'],
  ])('%s: %s', (code, advice) => expect(next(code)).toContain(advice))

  test('is one thing for a code, whichever host says it', () => {
    const steps = new Map(serviceErrors.map(({ code, next }) => [code, next]))
    expect(serviceErrors.filter(({ code, next }) => steps.get(code) !== next)).toEqual([])
  })
})
