/** Numbers, ids, and how an account is named at a biller: service-api.md, "Endpoints" and "Resources and their fields". */
import { oneOfBillIdsMessage, repeatedBillIdMessage, transactionIdShape } from '#shared/ids.ts'
import { internetNumberShape, internetTypes, landlineRequestShape } from '#shared/phone.ts'
import { billPartners, partnerStatuses, transactionAccountKeys } from '#shared/products/bill.ts'
import {
  type BillForm,
  billFormSlots,
  billForms,
  fieldsOfForm,
  formsOfPartner,
} from '#shared/products/bill-account.ts'
import { type BillField, type BillFieldRule, billFieldRules } from '#shared/products/bill-fields.ts'
import { type Comparison, cell, linesOf, listIn, sorted, wordsIn } from './comparison.ts'
import { sectionAt, tableAt } from './read-specification.ts'

const discover = 'POST /v3/bills/discover'
const pay = 'POST /v3/bills/pay'

/** Forms that the document does not name, or does not show the key of. */
const practiceForms: readonly BillForm[] = ['seaal', 'aadl']

/** A rule as the document words it. */
function wordsOfRule(field: BillField): string {
  const { minCharacters, maxCharacters, shape }: BillFieldRule = billFieldRules[field]
  if (shape === 'month') return 'MM/YYYY'
  if (shape === 'landline') return `landline: ${landlineRequestShape.source}`
  if (shape !== 'text') return `${minCharacters} to ${maxCharacters} ${shape}`
  return minCharacters === maxCharacters ? `exactly ${maxCharacters}` : `up to ${maxCharacters}`
}

/** The document's rule in the same words; a landline's becomes the pattern that its sentence describes. */
const plainRule = (rule: string): string =>
  rule
    .replace(/ char(acter)?s$/, '')
    .replace(
      /^landline: 0 or \+213, then one digit (\d) to (\d), then (\d) digits$/,
      (_, low: string, high: string, rest: string) =>
        `landline: ^(?:0|\\+213)[${low}-${high}][0-9]{${rest}}$`,
    )

const ownName = (field: BillField): string => field.slice(field.indexOf('.') + 1)

const nestedFields = billForms.flatMap((form) =>
  fieldsOfForm(form)
    .filter((field) => field !== form && form !== 'aadl')
    .map((field) => `${ownName(field)} (${wordsOfRule(field)})`),
)

/** Forms by slot: "a, b and c" for each slot that has several names, then those that are alone in theirs. */
function slotRule(): readonly string[] {
  const slots = [...new Set(Object.values(billFormSlots))]
  const groups = slots.map((slot) => billForms.filter((form) => billFormSlots[form] === slot))
  const alone = groups.filter((group) => group.length === 1).flat()
  const shared = groups.filter((group) => group.length > 1).map((group) => `same: ${group.join(', ')}`)
  return [...shared, `own: ${alone.filter((form) => !practiceForms.includes(form)).join(', ')}`]
}

export const accountComparisons: readonly Comparison[] = [
  {
    name: 'the shapes of an internet number',
    document: (specification) => {
      const body = tableAt(sectionAt(specification, 'Platform endpoints on {base_url}'), 1)
      return wordsIn(cell(body, 'number', 'Rules'), /^(.*?) \(/).split('; ')
    },
    code: internetTypes.map((type) => `${type}: ${internetNumberShape[type].source.replace(/[\^$]/g, '')}`),
  },
  {
    name: "a transaction's id",
    document: (specification) => [
      cell(tableAt(sectionAt(specification, pay)), 'transactionId', 'Rules').replace(
        /^(\d+)-character lowercase hex;.*$/,
        '^[0-9a-f]{$1}$',
      ),
    ],
    code: [transactionIdShape.source],
  },
  {
    name: 'the billers',
    document: (specification) => [
      cell(tableAt(sectionAt(specification, discover)), 'partner', 'Rules'),
      cell(
        tableAt(sectionAt(specification, 'Resources and their fields', 'Bill payment transaction')),
        'partner',
        'Notes',
      ),
    ],
    code: [`exactly one of ${billPartners.join(', ')} (accents included)`, billPartners.join(', ')],
  },
  {
    name: 'the availability of a biller',
    document: (specification) =>
      listIn(wordsIn(sectionAt(specification, 'GET /v3/partners').text, /\{status: ([A-Zor ]+)\}/)),
    code: partnerStatuses,
  },
  {
    name: "the account's key in a transaction",
    document: (specification) =>
      sorted(
        linesOf(
          tableAt(sectionAt(specification, 'Resources and their fields', 'Bill payment transaction'), 1),
          'Partner',
          'Key in account',
        ).map((line) => line.replace('a further biller named ', '')),
      ),
    code: sorted(Object.entries(transactionAccountKeys).map(([partner, key]) => `${partner} | ${key}`)),
  },
  {
    name: 'the identifier of each biller',
    document: (specification) =>
      sorted(
        tableAt(sectionAt(specification, discover), 1).map(
          (row) => `${row['Partner']} | ${row['Field']} | ${plainRule(row['Rule'] ?? '')}`,
        ),
      ),
    code: sorted(
      billPartners.flatMap((partner) =>
        formsOfPartner[partner]
          .slice(0, 1)
          .flatMap(fieldsOfForm)
          .map((field) => `${partner} | ${field} | ${wordsOfRule(field)}`),
      ),
    ),
  },
  {
    name: 'the electronic payment key',
    document: (specification) => {
      const { text } = sectionAt(specification, discover)
      return [
        wordsIn(text, /electronic_payment_key \(([A-Zand ]+), instead of reference\)/),
        plainRule(wordsIn(text, /electronic_payment_key \([^)]*\): (.*)\./)),
      ]
    },
    code: [
      billPartners
        .filter((partner) => formsOfPartner[partner].includes('electronic_payment_key'))
        .join(' and '),
      wordsOfRule('electronic_payment_key'),
    ],
  },
  {
    name: 'the fields of the other forms',
    document: (specification) => {
      const { text } = sectionAt(specification, discover)
      const bullets = text.split('\n').filter((line) => /^- (sonelgaz|ade|SEAAL) /.test(line))
      return sorted(
        bullets.flatMap((line) =>
          [...line.matchAll(/(?<!\S)([a-z_]+) \(([^)]*)\)/g)]
            .filter(([, name]) => name !== 'object')
            .map(([, name, rule = '']) => `${name} (${plainRule(rule)})`),
        ),
      )
    },
    code: sorted(nestedFields),
  },
  {
    name: 'the slot rule',
    document: (specification) => {
      const rule = wordsIn(sectionAt(specification, discover).text, /Slot rule: (.*?)\. /)
      return rule.split('; ').map((clause) => {
        const [, names = '', kind] = /^(.*) are (the same|each their own) slot$/.exec(clause) ?? []
        return `${kind === 'the same' ? 'same' : 'own'}: ${listIn(names).join(', ')}`
      })
    },
    code: slotRule(),
  },
  {
    name: "the document's own messages for an order's bills",
    document: (specification) =>
      [...sectionAt(specification, pay).text.matchAll(/with message '([^']+)'/g)].map(
        ([, text = '']) => text,
      ),
    code: [oneOfBillIdsMessage, repeatedBillIdMessage],
  },
]
