/** A choice that is recognised from the number, and on which the cashier has the last word. */
import type { ReactNode } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { classNames } from '../../components/class-names.ts'
import segmentsStyles from '../../components/segments.module.css'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './number-entry.module.css'

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
      className={classNames(styles['type-choice'])}
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
      <div className={segmentsStyles['segments']}>
        {options.map((option) => (
          <Radio key={option} value={option} className={classNames(segmentsStyles['segment'])}>
            {nameOf(option)}
          </Radio>
        ))}
      </div>
      <span className={styles['type-source']}>
        {value !== null && <Text k={chosen === null ? 'sell.type.recognised' : 'sell.type.chosen'} />}
      </span>
    </RadioGroup>
  )
}
