/** What a field may hold, in words; where the length is fixed, how much of it stands there. */
import { type BillField, type BillFieldRule, billFieldRules } from '#shared/bill-fields.ts'
import { Ltr, Text } from '../../../components/text.tsx'

interface FieldRuleProps {
  readonly field: BillField
  readonly typed: string
}

export function FieldRule({ field, typed }: FieldRuleProps) {
  const { shape, minCharacters: min, maxCharacters: max }: BillFieldRule = billFieldRules[field]
  switch (shape) {
    case 'month':
    case 'landline':
      return <Text k={`sell.bill.rule.${shape}`} />
    case 'digits':
    case 'alphanumeric':
      return <Text k={`sell.bill.rule.${shape}`} values={{ min, max }} />
    case 'text':
      if (min !== max) return <Text k="sell.bill.rule.upTo" values={{ count: max }} />
      return (
        <>
          <Text k="sell.bill.rule.exactly" values={{ count: max }} />{' '}
          {typed !== '' && (
            <Ltr>
              ({typed.length}/{max})
            </Ltr>
          )}
        </>
      )
  }
}
