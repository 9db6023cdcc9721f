/** What every slip begins and ends with: the shop's header, its logo and its last words, beside a slip that shows them. */
import { useEffect, useRef, useState } from 'react'
import { sampleSlipPath } from '#shared/sample-slip.ts'
import { footerMaxCharacters, type Shop, shopSchema } from '#shared/shop.ts'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { ScrollPart } from '../../components/scroll-part.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { TextLines } from '../../components/text-lines.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { SlipFrame } from '../sales/slip-preview.tsx'
import { Setting } from './setting.tsx'
import { differs, identifiers, takeOver, tidy } from './shop-draft.ts'
import { ShopLogo } from './shop-logo.tsx'
import { type SettingsUpdate, useSettingsUpdate } from './use-settings-update.ts'

export function ShopDialog() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { slip, shop } = useSettings()
  const update = useSettingsUpdate()
  return (
    <PanelDialog size="wide" title={<Text k="shop.title" />} onBack={() => screen.open({ kind: 'settings' })}>
      <div className="shop-dialog" data-testid="shop-dialog">
        <ScrollPart label={text('shop.title')}>
          <Setting name="shop" update={update}>
            <ShopFields update={update} />
          </Setting>
        </ScrollPart>
        <SlipFrame path={sampleSlipPath(slip)} version={JSON.stringify(shop)} />
      </div>
    </PanelDialog>
  )
}

const { name, rc, address, phones } = shopSchema.shape
const lengths = {
  line: name.maxLength ?? 80,
  identifier: rc.maxLength ?? 30,
  addressLines: maxOf(address),
  phones: maxOf(phones),
} as const
/** How many entries a list may have, by its own schema. */
function maxOf(list: typeof address | typeof phones): number {
  const bound = 20
  for (let count = 1; count <= bound; count += 1) {
    if (!list.safeParse(Array.from({ length: count }, () => '')).success) return count - 1
  }
  return bound
}

function ShopFields({ update }: { readonly update: SettingsUpdate }) {
  const { shop } = useSettings()
  const [typed, setTyped] = useState(shop)
  const told = useRef(shop)
  // An import may bring another, and the core tells of each save.
  useEffect(() => {
    const before = told.current
    told.current = shop
    setTyped((now) => takeOver(now, before, shop))
  }, [shop])
  const type = (changed: Partial<Shop>): void => setTyped((before) => ({ ...before, ...changed }))
  /** Saves all that is typed: of two saves on their way, the later holds what the earlier does. */
  const save = async (changed: Partial<Shop> = {}): Promise<void> => {
    const next = tidy({ ...typed, ...changed })
    if (differs(next, shop)) await update.save('shop', { shop: next })
  }
  const leave = () => void save()
  const line = (field: 'name' | 'footer' | (typeof identifiers)[number], maxLength: number) => (
    <TextField
      key={field}
      label={`shop.${field}`}
      value={typed[field]}
      maxLength={maxLength}
      onChange={(value) => type({ [field]: value })}
      onEnter={leave}
      onLeave={leave}
    />
  )
  return (
    <div className="shop-fields">
      {line('name', lengths.line)}
      <TextLines
        label="shop.address"
        hint="shop.addressHint"
        value={typed.address}
        maxLines={lengths.addressLines}
        lineMaxCharacters={lengths.line}
        onChange={(lines) => type({ address: [...lines] })}
        onLeave={leave}
      />
      <TextLines
        label="shop.phones"
        hint="shop.phonesHint"
        dir="ltr"
        value={typed.phones}
        maxLines={lengths.phones}
        lineMaxCharacters={lengths.identifier}
        onChange={(lines) => type({ phones: [...lines] })}
        onLeave={leave}
      />
      <div className="shop-identifiers">{identifiers.map((field) => line(field, lengths.identifier))}</div>
      <ShopLogo
        hasLogo={shop.logo !== null}
        onLogo={(logo) => {
          type({ logo })
          return save({ logo })
        }}
      />
      {line('footer', footerMaxCharacters)}
    </div>
  )
}
