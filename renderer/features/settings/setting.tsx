/** One setting: its name, its control, and under it what became of the last change. */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { locales, type Settings } from '#shared/views.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
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

// The counter's language, each by its own name: in the settings, and where the counter is shown for the first time.

interface LanguageSettingProps {
  readonly update: SettingsUpdate
  /** Where there is no room, or no need, for the word beside it. */
  readonly isBare?: boolean
}

export function LanguageSetting({ update, isBare = false }: LanguageSettingProps) {
  const { text } = useTranslator()
  const { locale } = useSettings()
  return (
    <Setting name="locale" {...(isBare ? {} : { label: 'header.language' })} update={update}>
      <Segments
        label={text('header.language')}
        value={locale}
        segments={locales.map((value) => ({
          value,
          face: <span lang={value}>{languages[value].name}</span>,
        }))}
        onChange={(chosen) => void update.save('locale', { locale: chosen })}
      />
    </Setting>
  )
}
