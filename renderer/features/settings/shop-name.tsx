/** The shop's name. Saved when it is left or Enter is pressed: each letter would be a write to the disk. */
import { useEffect, useState } from 'react'
import { settingsSchema } from '#shared/views.ts'
import { TextField } from '../../components/text-field.tsx'
import { useSettings } from '../../counter-context.tsx'
import type { SettingsUpdate } from './use-settings-update.ts'

const { maxLength } = settingsSchema.shape.shopName

export function ShopName({ update }: { readonly update: SettingsUpdate }) {
  const { shopName } = useSettings()
  const [typed, setTyped] = useState(shopName)
  // An import may bring another.
  useEffect(() => setTyped(shopName), [shopName])
  const save = (): void => {
    if (typed.trim() !== shopName) void update.save('shopName', { shopName: typed.trim() })
  }
  return (
    <TextField
      label="settings.shopName"
      hint="settings.shopNameHint"
      value={typed}
      maxLength={maxLength ?? 80}
      onChange={setTyped}
      onEnter={save}
      onLeave={save}
    />
  )
}
