/** What is made of a typed text as bills: a landline, a payment key, a reference, or the name of a biller. Pure. */
import { fold } from '#shared/folded-text.ts'
import { landlineNumberShape } from '#shared/phone.ts'
import { type BillPartner, billers, billPartners } from '#shared/products/bill.ts'
import { type BillForm, recogniseBillScan } from '#shared/products/bill-account.ts'
import { nationalDigits, type Reader, type Reading } from '../../features/sell/reading.ts'
import type { TypedFields } from './flow.ts'

export interface BillTake {
  readonly partner: BillPartner
  /** The account as far as the text gives it; null where only the biller is known. */
  readonly account: { readonly form: BillForm; readonly typed: TypedFields } | null
  /** Nothing is missing: the biller is asked at once. */
  readonly isWhole: boolean
}

/** Shorter digits may be of anything. */
const minReferenceLength = 6
/** Digits that begin so, up to this length, are a telephone number that is being typed. */
const isTelephone = (digits: string): boolean =>
  /^(?:0[2-7]|\+?213|00213)/.test(digits) && digits.length <= 14
/** One letter is in most names. */
const minNameLength = 2

function read(text: string): readonly Reading<BillTake>[] {
  const named = /\p{L}/u.test(text) ? billersNamed(text) : []
  if (named.length > 0) return named
  const key = recogniseBillScan(text)
  if (key) {
    const { form, value, partners } = key
    const isOnly = partners.length === 1
    return partners.map((partner) => ({
      id: partner,
      fit: isOnly ? 'whole' : 'possible',
      number: value,
      take: { partner, account: { form, typed: { [form]: value } }, isWhole: true },
    }))
  }
  return landline(text) ?? references(text)
}

function billersNamed(text: string): readonly Reading<BillTake>[] {
  const typed = fold(text)
  if (typed.length < minNameLength) return []
  const isNamed = (partner: BillPartner): boolean =>
    [partner, ...billers[partner].otherNames].some((name) =>
      fold(name)
        .split(/\s+/)
        .some((_, place, words) => words.slice(place).join(' ').startsWith(typed)),
    )
  return billPartners
    .filter(isNamed)
    .map((partner) => ({ id: partner, fit: 'found', take: { partner, account: null, isWhole: false } }))
}

/** The line's own bill: the same number may be asked about for a card. */
function landline(text: string): readonly Reading<BillTake>[] | undefined {
  const phoneNumber = nationalDigits(text)
  if (phoneNumber === undefined || !landlineNumberShape.test(phoneNumber)) return undefined
  return billPartners
    .filter((partner) => billers[partner].isTelephone)
    .map((partner) => ({
      id: partner,
      fit: 'possible',
      number: phoneNumber,
      take: { partner, account: { form: 'phoneNumber', typed: { phoneNumber } }, isWhole: true },
    }))
}

/** Digits alone do not say whose reference they are: each biller that has one may be chosen. */
function references(text: string): readonly Reading<BillTake>[] {
  const digits = text.replace(/\s/g, '')
  if (!/^\d+$/.test(digits) || digits.length < minReferenceLength || isTelephone(digits)) return []
  return billPartners.flatMap((partner): readonly Reading<BillTake>[] => {
    const [form] = billers[partner].forms
    if (form === undefined || billers[partner].isTelephone) return []
    const account = { form, typed: { [form]: digits } }
    return [{ id: partner, fit: 'possible', take: { partner, account, isWhole: false } }]
  })
}

export const billReader: Reader<BillTake> = { read }
