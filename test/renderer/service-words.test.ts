/** Every word that the service or a rule can say has its own text at the counter. */
import { expect, test } from 'vitest'
import { billForms } from '#shared/bill-account.ts'
import { billFieldProblems, billFieldRules } from '#shared/bill-fields.ts'
import { cashierSteps, serviceErrors } from '#shared/service-errors.ts'
import { billTransactionErrors } from '#shared/states/bill.ts'
import { isMessageKey } from '../../renderer/i18n.ts'

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
