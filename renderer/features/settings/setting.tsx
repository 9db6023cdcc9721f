/** One setting: its name, its control, and under it what became of the last change. */
import type { ReactNode } from 'react'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import type { SettingName, SettingsUpdate } from './use-settings-update.ts'

export interface SettingProps {
  readonly name: SettingName
  /** Where the control does not say it itself. */
  readonly label?: MessageKey
  readonly update: SettingsUpdate
  readonly children: ReactNode
}

export function Setting({ name, label, update, children }: SettingProps) {
  const error = update.errors[name]
  return (
    <div className="setting" data-setting={name}>
      {label && (
        <span className="setting-label" aria-hidden="true">
          <Text k={label} />
        </span>
      )}
      {children}
      <span className="setting-saved" role="status">
        {update.saved === name && <Text k="settings.saved" />}
      </span>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
