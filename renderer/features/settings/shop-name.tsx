/** The shop's name, and the way to the rest of its header. Saved when it is left or Enter is pressed: each letter would be a write to the disk. */
import { useEffect, useState } from 'react'
import { shopSchema } from '#shared/shop.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import type { SettingsUpdate } from './use-settings-update.ts'

const { maxLength } = shopSchema.shape.name

export function ShopName({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { shop } = useSettings()
  const [typed, setTyped] = useState(shop.name)
  // An import may bring another.
  useEffect(() => setTyped(shop.name), [shop.name])
  const save = (): void => {
    if (typed.trim() !== shop.name) void update.save('shop', { shop: { ...shop, name: typed.trim() } })
  }
  return (
    <>
      <TextField
        label="settings.shopName"
        hint="settings.shopNameHint"
        value={typed}
        maxLength={maxLength ?? 80}
        onChange={setTyped}
        onEnter={save}
        onLeave={save}
      />
      <div className="action-row">
        <Button testId="shop-header" onPress={() => screen.open({ kind: 'shop' })}>
          <Icon name="slip" />
          <Text k="shop.open" />
        </Button>
      </div>
    </>
  )
}
