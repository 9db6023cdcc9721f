/** One setting: its name, its control, and under it what became of the last change. */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { locales, type Settings, settingSwitches } from '#shared/views.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { BareChoice, YesOrNo } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { languages } from '../status/header.tsx'
import styles from './setting.module.css'

interface SettingProps {
  readonly name: SettingName
  /** Where the control does not say it itself. */
  readonly label?: MessageKey
  readonly update: SettingsUpdate
  readonly children: ReactNode
}

export function Setting({ name, label, update, children }: SettingProps) {
  const error = update.errors[name]
  return (
    <div className={styles['setting']} data-setting={name}>
      {label && (
        <span className={styles['setting-label']} aria-hidden="true">
          <Text k={label} />
        </span>
      )}
      {children}
      <span className={styles['setting-saved']} role="status">
        {update.saved === name && <Text k="settings.saved" />}
      </span>
      {error && <ErrorNote error={error} />}
    </div>
  )
}

// Saves one setting at a time, at once, and keeps what was said of each: that it is saved, or why not.

type SettingName = keyof Settings

export interface SettingsUpdate {
  readonly saved: SettingName | null
  readonly errors: Readonly<Partial<Record<SettingName, AppError>>>
  save(name: SettingName, change: CommandInput<'settings.update'>): Promise<void>
}

export function useSettingsUpdate(): SettingsUpdate {
  const { client } = useParts()
  const [saved, setSaved] = useState<SettingName | null>(null)
  const [errors, setErrors] = useState<SettingsUpdate['errors']>({})
  const save: SettingsUpdate['save'] = async (name, change) => {
    setSaved(null)
    const done = await client.command('settings.update', change)
    setErrors(({ [name]: _, ...others }) => (done.ok ? others : { ...others, [name]: done.error }))
    if (done.ok) setSaved(name)
  }
  return { saved, errors, save }
}

// A setting that is one of a few values, all in sight, and saved as it is chosen.

interface SwitchSettingsProps extends Pick<SettingProps, 'update'> {
  readonly of: keyof typeof settingSwitches
}

/** The settings of yes or no of one part. */
export const SwitchSettings = ({ of, update }: SwitchSettingsProps) =>
  settingSwitches[of].map((name) => <SwitchSetting key={name} name={name} update={update} />)

interface SwitchSettingProps extends Pick<SettingProps, 'update'> {
  readonly name: (typeof settingSwitches)[keyof typeof settingSwitches][number]
}

function SwitchSetting({ name, update }: SwitchSettingProps) {
  const isOn = useSettings()[name]
  const label = `settings.switches.${name}.label` as const
  return (
    <Setting name={name} label={label} update={update}>
      <YesOrNo label={label} isBare isOn={isOn} onChange={(on) => void update.save(name, { [name]: on })} />
      <SettingHint k={`settings.switches.${name}.hint`} />
    </Setting>
  )
}

/** The settings that are one of a few words. */
type WordName = { [Name in SettingName]: Settings[Name] extends string ? Name : never }[SettingName]

interface WordSettingProps<Name extends WordName> extends Pick<SettingProps, 'update'> {
  readonly name: Name
  readonly label: MessageKey
  /** Where there is no room, or no need, for the word beside it. */
  readonly isBare?: boolean
  readonly hint?: MessageKey
  readonly values: readonly Settings[Name][]
  readonly face: (value: Settings[Name]) => ReactNode
}

export function WordSetting<Name extends WordName>({
  name,
  label,
  isBare = false,
  hint,
  values,
  face,
  update,
}: WordSettingProps<Name>) {
  const value = useSettings()[name]
  const save = (chosen: Settings[Name]) => void update.save(name, { [name]: chosen })
  return (
    <Setting name={name} {...(isBare ? {} : { label })} update={update}>
      <BareChoice label={label} value={value} values={values} face={face} onChange={save} />
      {hint && <SettingHint k={hint} />}
    </Setting>
  )
}

/** The counter's language, each by its own name: in the settings, and where the counter is shown for the first time. */
export const LanguageSetting = (props: Pick<WordSettingProps<'locale'>, 'update' | 'isBare'>) => (
  <WordSetting
    name="locale"
    label="header.language"
    values={locales}
    face={(value) => <span lang={value}>{languages[value].name}</span>}
    {...props}
  />
)

/** What a person should know of a setting. */
export const SettingHint = ({ k }: { readonly k: MessageKey }) => (
  <p className={styles['field-hint']}>
    <Text k={k} />
  </p>
)
