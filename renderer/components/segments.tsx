/** One of a few things, all in sight: a row of segments that is one stop of the Tab key, with arrows inside. */
import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { useTranslator } from '../counter-context.tsx'
import type { MessageKey } from '../i18n.ts'
import { classNames } from './class-names.ts'
import styles from './segments.module.css'
import { Text } from './text.tsx'

export interface Segment<Value> {
  readonly value: Value
  readonly face: ReactNode
  /** The name of a face that is no words of its own. */
  readonly name?: string
}

export interface SegmentsProps<Value> {
  readonly label: string
  readonly value: Value
  readonly segments: readonly Segment<Value>[]
  readonly onChange: (value: Value) => void
}

/** The two answers of a switch, in their one order. */
export const yesOrNo = ['yes', 'no'] as const

export function Segments<Value extends string | number>({
  label,
  value,
  segments,
  onChange,
}: SegmentsProps<Value>) {
  return (
    <RadioGroup
      className={classNames(styles['segments'])}
      aria-label={label}
      value={String(value)}
      orientation="horizontal"
      onChange={(chosen) => {
        const found = segments.find((one) => String(one.value) === chosen)
        if (found) onChange(found.value)
      }}
    >
      {segments.map(({ value: one, face, name }) => (
        <Radio
          key={one}
          value={String(one)}
          className={classNames(styles['segment'])}
          {...(name === undefined ? {} : { 'aria-label': name })}
        >
          {face}
        </Radio>
      ))}
    </RadioGroup>
  )
}

export interface ChoiceProps<Value extends string | number>
  extends Pick<SegmentsProps<Value>, 'value' | 'onChange'> {
  readonly label: MessageKey
  readonly values: readonly Value[]
  readonly face: (value: Value) => ReactNode
}

/** One of a few values, each with its face. What stands around it shows its label. */
export function BareChoice<Value extends string | number>({
  label,
  values,
  face,
  ...chosen
}: ChoiceProps<Value>) {
  const { text } = useTranslator()
  const segments = values.map((one) => ({ value: one, face: face(one) }))
  return <Segments label={text(label)} segments={segments} {...chosen} />
}

/** The same with its label in sight, before it or over it as its place has it. */
export const Choice = <Value extends string | number>(props: ChoiceProps<Value>) => (
  <>
    <span className={styles['segments-label']} aria-hidden="true">
      <Text k={props.label} />
    </span>
    <BareChoice {...props} />
  </>
)

export interface YesOrNoProps {
  readonly label: MessageKey
  readonly isOn: boolean
  /** What stands around it shows its label. */
  readonly isBare?: boolean
  readonly onChange: (isOn: boolean) => void
}

export function YesOrNo({ label, isOn, isBare = false, onChange }: YesOrNoProps) {
  const Shown = isBare ? BareChoice : Choice
  return (
    <Shown
      label={label}
      value={isOn ? 'yes' : 'no'}
      values={yesOrNo}
      face={(value) => <Text k={`settings.noOrYes.${value}`} />}
      onChange={(value) => onChange(value === 'yes')}
    />
  )
}

interface ChoiceOptionProps {
  /** The choice that it is one of. */
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One of several, of which one is chosen. */
export const ChoiceOption = ({ name, isChosen, onChoose, children }: ChoiceOptionProps) => (
  <label className={styles['choice-option']}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span>{children}</span>
  </label>
)
