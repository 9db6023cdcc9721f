/** What every slip begins and ends with: the shop's header, its logo and its last words, beside a slip that shows them. */
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { footerMaxCharacters, type Logo, type Shop, shopSchema } from '#shared/shop.ts'
import { sampleSlipPath } from '#shared/slip-page.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { TextField, TextLines } from '../../components/text-field.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { SlipFrame } from '../sales/slip-preview.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import settingStyles from './setting.module.css'
import { Setting, type SettingsUpdate, useSettingsUpdate } from './setting.tsx'
import styles from './shop-dialog.module.css'

export function ShopDialog() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { slip, shop } = useSettings()
  const update = useSettingsUpdate()
  return (
    <PanelDialog size="wide" title={<Text k="shop.title" />} onBack={() => screen.open({ kind: 'settings' })}>
      <div className={styles['shop-dialog']} data-testid="shop-dialog">
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
  const reported = useRef(shop)
  // An import may bring another, and the core reports each save.
  useEffect(() => {
    const before = reported.current
    reported.current = shop
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
    <div className={styles['shop-fields']}>
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
      <div className={styles['shop-identifiers']}>
        {identifiers.map((field) => line(field, lengths.identifier))}
      </div>
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

// The shop's header while it is typed, and the one that the core has, side by side. Pure.

/** Registre du commerce, numéros d'identification fiscale et statistique, article d'imposition. */
const identifiers = ['rc', 'nif', 'nis', 'ai'] as const

const fields = ['name', 'address', 'phones', ...identifiers, 'logo', 'footer'] as const

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What is in the fields once the core reports another header: an earlier save may be reported while the next field is
 * typed. A field that differs from `before`, the header that was reported last, is the person's own and stays.
 */
export function takeOver(typed: Shop, before: Shop, reported: Shop): Shop {
  const own = fields.filter((field) => !isSame(typed[field], before[field]))
  return { ...reported, ...Object.fromEntries(own.map((field) => [field, typed[field]])) }
}

/** Without blanks around, and without the empty lines that are left while somebody types. */
export function tidy(shop: Shop): Shop {
  const lines = (given: readonly string[]) => given.map((line) => line.trim()).filter((line) => line !== '')
  const trimmed = [...identifiers, 'name', 'footer'] as const
  return {
    ...shop,
    ...Object.fromEntries(trimmed.map((field) => [field, shop[field].trim()])),
    address: lines(shop.address),
    phones: lines(shop.phones),
  }
}

/** Whether there is something to save. */
export const differs = (shop: Shop, kept: Shop): boolean => !isSame(tidy(shop), kept)

// The shop's logo: picked from a PNG file, turned to black and white by the core, taken away again.

interface ShopLogoProps {
  readonly hasLogo: boolean
  /** Saves it; null takes it away. */
  readonly onLogo: (logo: Logo | null) => Promise<void>
}

function ShopLogo({ hasLogo, onLogo }: ShopLogoProps) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const pick = async (): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const picked = await client.command('shop.pick-logo', {})
    setIsBusy(false)
    if (!picked.ok) setError(picked.error)
    else if (picked.value.logo) await onLogo(picked.value.logo)
  }
  return (
    <div className={styles['shop-logo']}>
      <p className={settingStyles['setting-label']}>
        <Text k="shop.logo" />
      </p>
      <p className={stepPartsStyles['step-hint']}>
        <Text k="shop.logoHint" />
      </p>
      <div className={controlsStyles['action-row']}>
        <Button isDisabled={isBusy} testId="pick-logo" onPress={() => void pick()}>
          <Text k={hasLogo ? 'shop.otherLogo' : 'shop.pickLogo'} />
        </Button>
        {hasLogo && (
          <Button isDisabled={isBusy} testId="remove-logo" onPress={() => void onLogo(null)}>
            <Text k="shop.removeLogo" />
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
