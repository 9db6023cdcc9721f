/** ADSL or 4G: recognised from the number's shape, and the cashier has the last word. */
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { internetTypes, parseInternetNumber } from '#shared/phone.ts'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import type { CheckingStep, NumberStep } from './flow.ts'

export function TypeChoice({ step }: { readonly step: NumberStep | CheckingStep }) {
  const { internet } = useParts().selling.entries
  const parsed = parseInternetNumber(step.digits)
  const recognised = parsed.ok ? parsed.value.type : null
  const value = step.chosenType ?? recognised
  return (
    <RadioGroup
      className="type-choice"
      value={value}
      isDisabled={step.at === 'checking'}
      orientation="horizontal"
      onChange={(chosen) => {
        const type = internetTypes.find((one) => one === chosen)
        if (type) internet.chooseType(type)
      }}
    >
      <Label>
        <Text k="sell.type.label" />
      </Label>
      <div className="segments">
        {internetTypes.map((type) => (
          <Radio key={type} value={type} className="segment">
            <Text k={`sell.type.${type}`} />
          </Radio>
        ))}
      </div>
      <span className="type-source">
        {value !== null && <Text k={step.chosenType ? 'sell.type.chosen' : 'sell.type.recognised'} />}
      </span>
    </RadioGroup>
  )
}
