import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billPartners, isBillPartner } from '#shared/products/bill.ts'
import {
  billAccountSchema,
  billForms,
  fieldsOfForm,
  fitsPartner,
  formOfAccount,
  formsOfPartner,
  parseBillForm,
} from '#shared/products/bill-account.ts'
import {
  type BillField,
  billFieldMessage,
  billFieldProblem,
  billFieldProblems,
  billFieldRules,
  parseBillField,
} from '#shared/products/bill-fields.ts'

const fields = Object.keys(billFieldRules) as readonly BillField[]

/** A value that fits each field. */
const fitting: Readonly<Record<BillField, string>> = {
  reference: 'AB 12/34',
  contractNumber: '0012345678',
  aadlNumber: '16A0042',
  electronic_payment_key: '0123456789012345678901234',
  phoneNumber: '023456789',
  phone_number: '041234567',
  'sonelgaz.invoice_number': '9876543210',
  'sonelgaz.amount_without_stamp': '1200.50',
  'sonelgaz.ebb_key': '7aB',
  'ade.sub_id': '012345678901',
  'ade.period': '03/2026',
  'ade.amount': '1500',
  'ade.pay_key': '0123456',
  'seaal.code_client': '10a001',
  'seaal.code_contrat': '12',
  'aadl.codeloc': '123456',
}

describe('a field', () => {
  test.each([
    ['reference', undefined, 'missing'],
    ['reference', null, 'missing'],
    ['reference', '', 'missing'],
    ['reference', '   ', 'missing'],
    ['reference', 12, 'not-text'],
    ['reference', 'x'.repeat(50), undefined],
    ['reference', 'x'.repeat(51), 'too-long'],
    ['reference', 'a\u0000b', 'not-printable'],
    ['reference', 'a\nb', 'not-printable'],
    ['reference', '\ud800', 'not-printable'],
    ['electronic_payment_key', '1'.repeat(25), undefined],
    ['electronic_payment_key', '1'.repeat(24), 'wrong-length'],
    ['electronic_payment_key', '1'.repeat(26), 'wrong-length'],
    ['phoneNumber', '023456789', undefined],
    ['phoneNumber', '+21323456789', undefined],
    ['phoneNumber', '21323456789', 'not-a-landline'],
    ['phoneNumber', '053456789', 'not-a-landline'],
    ['ade.sub_id', '1'.repeat(11), 'wrong-length'],
    ['ade.period', '12/2026', undefined],
    ['ade.period', '13/2026', 'not-a-month'],
    ['ade.period', '00/2026', 'not-a-month'],
    ['ade.period', '3/2026', 'not-a-month'],
    ['ade.pay_key', '123456', 'wrong-length'],
    ['seaal.code_client', 'a', 'too-short'],
    ['seaal.code_client', '1234567', 'too-long'],
    ['seaal.code_client', 'é1', 'not-alphanumeric'],
    ['seaal.code_contrat', '1', 'too-short'],
    ['seaal.code_contrat', '12345678901', 'too-long'],
    ['seaal.code_contrat', '1a', 'not-digits'],
    ['seaal.code_contrat', '١٢', 'not-digits'],
    ['aadl.codeloc', '12345', 'too-short'],
    ['sonelgaz.invoice_number', '1'.repeat(21), 'too-long'],
    ['sonelgaz.ebb_key', '1'.repeat(31), 'too-long'],
  ] as const)('%s with %j: %s', (field, value, problem) => {
    expect(billFieldProblem(field, value)).toBe(problem)
  })

  test.each([
    ['electronic_payment_key', ' 01234 56789 01234 56789 01234 ', '0123456789012345678901234'],
    ['phoneNumber', '+213 23 45 67 89', '023456789'],
    ['seaal.code_client', '\u200f100001\u200e', '100001'],
    ['reference', '  AB 12\u00a0', 'AB 12'],
    ['ade.period', '03 / 2026', '03/2026'],
  ] as const)('%s typed as %j is %s', (field, typed, value) => {
    expect(parseBillField(field, typed)).toEqual({ ok: true, value })
  })

  test.each(fields)('any %s gets a result, and a value read from a form fits a request', (field) => {
    const typed = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant(` ${fitting[field]}\n`))
    fc.assert(
      fc.property(fc.anything(), typed, (value, text) => {
        expect([undefined, ...billFieldProblems]).toContain(billFieldProblem(field, value))
        const read = parseBillField(field, text)
        if (read.ok) expect(billFieldProblem(field, read.value)).toBeUndefined()
      }),
    )
  })

  test('has a sentence for each of its problems, with its own figures', () => {
    for (const problem of billFieldProblems) expect(billFieldMessage('reference', problem)).not.toBe('')
    expect(billFieldMessage('ade.sub_id', 'wrong-length')).toBe('must be exactly 12 characters')
    expect(billFieldMessage('seaal.code_client', 'too-short')).toBe('must be at least 2 characters')
    expect(billFieldMessage('sonelgaz.ebb_key', 'too-long')).toBe('must be at most 30 characters')
  })
})

/** The failed fields of an account, with their sentences, as the service would list them. */
const failures = (account: unknown): readonly string[] =>
  billAccountSchema
    .safeParse(account)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('an account', () => {
  test.each([
    [null, [': must be an object']],
    ['reference', [': must be an object']],
    [{}, [': must carry exactly one identifier']],
    [{ refrence: '1' }, [': must carry exactly one identifier']],
    [{ reference: null }, ['reference: is required']],
    [
      { reference: '1', phoneNumber: '023456789' },
      [': must carry exactly one identifier, not reference and phoneNumber'],
    ],
    [
      { reference: '1', contractNumber: '1' },
      [': must carry exactly one identifier, not reference and contractNumber'],
    ],
    [
      { phoneNumber: '023456789', phone_number: '023456789' },
      [': must carry exactly one identifier, not phoneNumber and phone_number'],
    ],
    [{ sonelgaz: [] }, ['sonelgaz: must be an object']],
    [
      { ade: { sub_id: '1', period: '13/2026', amount: 4 } },
      [
        'ade.sub_id: must be exactly 12 characters',
        'ade.period: must be MM/YYYY',
        'ade.amount: must be a string',
        'ade.pay_key: is required',
      ],
    ],
    [
      { seaal: { code_client: 'é' }, aadl: {} },
      [
        'seaal.code_client: must hold letters and digits only',
        'seaal.code_contrat: is required',
        'aadl.codeloc: is required',
        ': must carry exactly one identifier, not seaal and aadl',
      ],
    ],
  ])('%j is refused with every failed field', (account, problems) => {
    expect(failures(account)).toEqual(problems)
  })

  test('leaves out fields that no form has', () => {
    const given = { seaal: { code_client: '100001', code_contrat: '12', more: 1 }, note: 'x' }
    expect(billAccountSchema.parse(given)).toEqual({ seaal: { code_client: '100001', code_contrat: '12' } })
  })

  test.each([
    ['ADE', { reference: '1' }, true],
    ['ADE', { contractNumber: '1' }, false],
    ['SONELGAZ', { electronic_payment_key: '1'.repeat(25) }, false],
    ['SEAAL', { electronic_payment_key: '1'.repeat(25) }, true],
    ['Algérie Télécom', { phone_number: '023456789' }, true],
    ['AADL', { phone_number: '023456789' }, false],
  ] as const)('of %s as %j: one of its own forms is %s', (partner, account, fits) => {
    expect(fitsPartner(partner, billAccountSchema.parse(account))).toBe(fits)
  })

  test('gets a result for any input, without a throw', () => {
    const keys = fc.constantFrom<string>(...billForms, '__proto__', 'constructor')
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(keys, fc.anything())), (given) => {
        const read = billAccountSchema.safeParse(given)
        if (read.success) expect(Object.keys(read.data)).toEqual([formOfAccount(read.data)])
        else expect(read.error.issues.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('the forms', () => {
  test('have each field exactly once, and every biller has a first form', () => {
    expect(billForms.flatMap(fieldsOfForm).sort()).toEqual([...fields].sort())
    for (const partner of billPartners) expect(formsOfPartner[partner].length).toBeGreaterThan(0)
  })

  test.each(billForms)('%s makes an account that a request may carry, of what fits its fields', (form) => {
    const typed = Object.fromEntries(fieldsOfForm(form).map((field) => [field, fitting[field]]))
    const made = parseBillForm(form, typed)
    if (!made.ok) throw new Error(JSON.stringify(made.error))
    expect(formOfAccount(made.value)).toBe(form)
    expect(billAccountSchema.safeParse(made.value)).toEqual({ success: true, data: made.value })
  })

  test.each(billForms)('%s reports every empty field', (form) => {
    const missing = fieldsOfForm(form).map((field) => ({ field, problem: 'missing' }))
    expect(parseBillForm(form, {})).toEqual({ ok: false, error: missing })
  })
})

test.each([
  ['Algérie Télécom', true],
  ['Algerie Telecom', false],
  ['Alge\u0301rie Te\u0301le\u0301com', false],
  ['ade', false],
  [null, false],
])('%j is a biller: %s', (value, is) => {
  expect(isBillPartner(value)).toBe(is)
})
