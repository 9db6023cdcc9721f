/** Whatever the forms make of what a person typed, the service never refuses for its form. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billIdsSchema, serviceRefSchema, transactionIdSchema } from '#shared/ids.ts'
import { billPartners } from '#shared/products/bill.ts'
import {
  type BillForm,
  billAccountSchema,
  billForms,
  fieldsOfForm,
  formsOfPartner,
  parseBillForm,
} from '#shared/products/bill-account.ts'
import { type BillField, type BillFieldRule, billFieldRules } from '#shared/products/bill-fields.ts'
import { RUNS } from '../support/effort.ts'
import { serviceForTheFile } from '../support/service-hooks.ts'
import { refusalOf } from '../support/training-bills.ts'

const { billClient } = serviceForTheFile()

const ofShape: Readonly<Record<BillFieldRule['shape'], fc.Arbitrary<string>>> = {
  text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
  digits: fc.stringMatching(/^[0-9 ]{2,20}$/),
  alphanumeric: fc.stringMatching(/^ ?[0-9A-Za-z]{2,6}$/),
  month: fc.stringMatching(/^(0[1-9]|1[0-2])\/[0-9]{4} ?$/),
  landline: fc.stringMatching(/^(0|\+213 ?|00213|213)[2-4][0-9]{7}$/),
}

/** What a person types into a field: mostly of its shape and, where that is fixed, of its length. */
const typedInto = (field: BillField): fc.Arbitrary<string> => {
  const rule: BillFieldRule = billFieldRules[field]
  const { minCharacters, maxCharacters } = rule
  const sized = fc.stringMatching(new RegExp(`^[0-9A-Z]{${minCharacters},${maxCharacters}}$`))
  return rule.shape === 'text' ? fc.oneof(sized, ofShape.text) : ofShape[rule.shape]
}

const typedForm = (form: BillForm) =>
  fc.record(Object.fromEntries(fieldsOfForm(form).map((field) => [field, typedInto(field)])))

const asked = fc
  .constantFrom(...billPartners)
  .chain((partner) =>
    fc.record({ partner: fc.constant(partner), form: fc.constantFrom(...formsOfPartner[partner]) }),
  )
  .chain(({ partner, form }) =>
    fc.record({ partner: fc.constant(partner), form: fc.constant(form), typed: typedForm(form) }),
  )

const ref = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
  .filter((text) => serviceRefSchema.safeParse(text).success)

test('a form that is filled by its rules is discovered', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(asked, ref, async ({ partner, form, typed }, oneRef) => {
      const account = parseBillForm(form, typed)
      fc.pre(account.ok)
      if (!account.ok) return
      const answer = await billClient.discover({ partner, account: account.value, ref: oneRef })
      expect(['200 undefined', '403 DUPLICATED_REF']).toContain(refusalOf(answer))
      if (answer.status === 200) accepted += 1
    }),
    { numRuns: RUNS },
  )
  expect(accepted).toBeGreaterThan(RUNS / 2)
})

test('any account that the schema takes is not refused for its form', async () => {
  const anyAccount = fc
    .constantFrom(...billForms)
    .chain((form) => typedForm(form).map((typed) => parseBillForm(form, typed)))
  await fc.assert(
    fc.asyncProperty(anyAccount, fc.constantFrom(...billPartners), ref, async (read, partner, oneRef) => {
      fc.pre(read.ok && billAccountSchema.safeParse(read.value).success)
      if (!read.ok) return
      const answer = await billClient.discover({ partner, account: read.value, ref: oneRef })
      expect(answer.body.error?.code).not.toBe('ERR_VALIDATION')
    }),
    { numRuns: RUNS },
  )
})

test('any payment that the schemas take is not refused for its form', async () => {
  const id = fc.stringMatching(/^[0-9a-f]{24}$/).filter((text) => transactionIdSchema.safeParse(text).success)
  const ids = fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 100 }), { minLength: 1, maxLength: 50 })
    .filter((list) => billIdsSchema.safeParse(list).success)
  await fc.assert(
    fc.asyncProperty(id, ids, ref, fc.boolean(), async (transactionId, billIds, oneRef, single) => {
      const bills = single ? { billId: billIds[0] } : { billIds }
      expect(refusalOf(await billClient.pay({ transactionId, ...bills, ref: oneRef }))).toBe('404 NOT_FOUND')
    }),
    { numRuns: RUNS },
  )
})

test('no body makes the service fail', async () => {
  const paths = fc.constantFrom('/v3/bills/discover', '/v3/bills/pay')
  await fc.assert(
    fc.asyncProperty(paths, fc.oneof(fc.json(), fc.string()), async (path, body) => {
      expect(refusalOf(await billClient.post(path, body))).toBe('400 ERR_VALIDATION')
    }),
    { numRuns: RUNS },
  )
})
