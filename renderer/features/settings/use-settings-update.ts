/** Saves one setting at a time, at once, and keeps what was said of each: that it is saved, or why not. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Settings } from '#shared/views.ts'
import { useParts } from '../../counter-context.tsx'

export type SettingName = keyof Settings

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
