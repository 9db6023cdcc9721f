/** A choice that is recognised from the number, and on which the cashier has the last word. */
import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'

export interface RecognisedChoiceProps<Value extends string> {
  readonly label: MessageKey
  readonly options: readonly Value[]
  readonly nameOf: (option: Value) => ReactNode
  readonly recognised: Value | null
  readonly chosen: Value | null
  readonly isDisabled: boolean
  readonly onChoose: (option: Value) => void
}

export function RecognisedChoice<Value extends string>(props: RecognisedChoiceProps<Value>) {
  const { label, options, nameOf, recognised, chosen, isDisabled, onChoose } = props
  const value = chosen ?? recognised
  return (
    <RadioGroup
      className="type-choice"
      value={value}
      isDisabled={isDisabled}
      orientation="horizontal"
      onChange={(picked) => {
        const option = options.find((one) => one === picked)
        if (option !== undefined) onChoose(option)
      }}
    >
      <Label>
        <Text k={label} />
      </Label>
      <div className="segments">
        {options.map((option) => (
          <Radio key={option} value={option} className="segment">
            {nameOf(option)}
          </Radio>
        ))}
      </div>
      <span className="type-source">
        {value !== null && <Text k={chosen === null ? 'sell.type.recognised' : 'sell.type.chosen'} />}
      </span>
    </RadioGroup>
  )
}
