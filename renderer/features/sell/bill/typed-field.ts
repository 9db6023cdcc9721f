/** What stands in a field of a bill's account while it is typed: tidied as far as its shape leaves no doubt. */
import { type BillField, type BillFieldRule, billFieldRules } from '#shared/bill-fields.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { cleanDigits } from '../typed-number.ts'

/** Longer than any field may be, so that a text that is too long is told and not cut. */
const maxTypedLength = 100

/** Reads a key press, a paste or a scan into the field's text. Total: whatever was typed, something stands there. */
export function typedField(field: BillField, text: string): string {
  const rule: BillFieldRule = billFieldRules[field]
  const western = inWesternDigits(text).slice(0, maxTypedLength)
  if (rule.shape === 'landline') return cleanDigits(western)
  return rule.shape === 'month' ? typedMonth(western) : western
}

/** `3/2026`, `03-2026` and `032026` stand as `03/2026`; the year may still be missing. */
function typedMonth(text: string): string {
  const [, month, year = ''] = /^\s*(\d{1,2})[/.\-\s]+(\d{0,4})/.exec(text) ?? []
  if (month !== undefined) return `${month.padStart(2, '0')}/${year}`
  const digits = text.replace(/\D/g, '').slice(0, 6)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}
