/** Where the customer's display is, and whose languages it speaks. */
import { useEffect, useState } from 'react'
import { type Centimes, centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { shopSchema } from '#shared/shop.ts'
import { displayLanguages, displayPlaces } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Choice, yesOrNo } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useIsPrinting, useParts, useSettings } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import accountsStyles from '../accounts/accounts.module.css'
import { Setting, type SettingsUpdate, WordSetting } from './setting.tsx'

export const CustomerDisplay = ({ update }: { readonly update: SettingsUpdate }) => (
  <section>
    <h3>
      <Text k="settings.display" />
    </h3>
    <WordSetting
      name="customerDisplay"
      label="settings.displayPlace"
      hint="settings.displayHint"
      values={displayPlaces}
      face={(value) => <Text k={`settings.displayPlaces.${value}`} />}
      update={update}
    />
    <WordSetting
      name="customerDisplayLanguage"
      label="settings.displayLanguage"
      values={displayLanguages}
      face={(value) => <Text k={`settings.displayLanguages.${value}`} />}
      update={update}
    />
  </section>
)

// An amount in whole dinars, such as the balance below which the counter warns. Saved when it is left or Enter is pressed;
// empty: there is none.

/** No shop's balance is written with more digits. */
const maxDigits = 9

export function LowBalance({ update }: { readonly update: SettingsUpdate }) {
  const { lowBalanceCentimes } = useSettings()
  return (
    <DinarsField
      label="settings.lowBalance"
      hint="settings.lowBalanceHint"
      amount={lowBalanceCentimes}
      onSave={(amount) => void update.save('lowBalanceCentimes', { lowBalanceCentimes: amount })}
    />
  )
}

interface DinarsFieldProps {
  readonly label: MessageKey
  readonly hint?: MessageKey
  /** Null: the field is empty. */
  readonly amount: Centimes | null
  readonly onSave: (amount: Centimes | null) => void
}

export function DinarsField({ label, hint, amount, onSave }: DinarsFieldProps) {
  const [typed, setTyped] = useState(() => write(amount))
  // An import may bring another.
  useEffect(() => setTyped(write(amount)), [amount])
  const read = readDinars(typed)
  const save = (): void => {
    if (read !== undefined && read !== amount) onSave(read)
  }
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      dir="ltr"
      isDigits
      value={typed}
      maxLength={maxDigits}
      problem={read === undefined && <Text k="settings.lowBalanceBad" />}
      onChange={setTyped}
      onEnter={save}
      onLeave={save}
    />
  )
}

const write = (amount: Centimes | null): string => (amount === null ? '' : String(dinarsOf(amount)))

/** Undefined for what is no whole number of dinars. */
function readDinars(typed: string): Centimes | null | undefined {
  const digits = typed.trim()
  if (digits === '') return null
  if (!/^\d+$/.test(digits)) return undefined
  const amount = centimesFromDinars(digits)
  return amount.ok ? amount.value : undefined
}

// The shop's printer in the settings: which it is, the way to set it up, and whether slips print by themselves.

const autoPrints = ['never', 'fulfilled'] as const

export function Printing({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { printer } = useSettings()
  const isOffered = useIsPrinting()
  return (
    <section>
      <h3>
        <Text k="settings.printing" />
      </h3>
      <p className={accountsStyles['account-line']}>
        {printer ? (
          <>
            <bdi>{printer.name}</bdi> <Text k={`printing.way.${printer.transport.kind}`} />
          </>
        ) : (
          <Text k="printing.status.none" />
        )}
      </p>
      {!printer && <Prints update={update} />}
      {isOffered && (
        <>
          <div className={controlsStyles['action-row']}>
            <Button testId="set-up-printer" onPress={() => screen.open({ kind: 'printer' })}>
              <Icon name="printer" />
              <Text k={printer ? 'printing.wizard.change' : 'printing.setUp'} />
            </Button>
          </div>
          <WordSetting
            name="autoPrint"
            label="settings.autoPrint"
            values={autoPrints}
            face={(value) => <Text k={`settings.autoPrints.${value}`} />}
            update={update}
          />
        </>
      )}
    </section>
  )
}

/** Whether a shop without a printer means to print: taken back here, or by setting a printer up. */
export function Prints({ update }: { readonly update: SettingsUpdate }) {
  return (
    <Setting name="withoutPrinter" update={update}>
      <Choice
        label="settings.prints"
        value={useIsPrinting() ? 'yes' : 'no'}
        values={yesOrNo}
        face={(value) => <Text k={`settings.printsOrNot.${value}`} />}
        onChange={(value) => void update.save('withoutPrinter', { withoutPrinter: value === 'no' })}
      />
    </Setting>
  )
}

// The shop's name, and the ways to the rest of its header and to its prices. Saved when it is left or Enter is pressed: each letter would be a write to the disk.

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
      <div className={controlsStyles['action-row']}>
        <Button testId="shop-header" onPress={() => screen.open({ kind: 'shop' })}>
          <Icon name="slip" />
          <Text k="shop.open" />
        </Button>
        <Button testId="prices-open" onPress={() => screen.open({ kind: 'prices' })}>
          <Text k="prices.open" />
        </Button>
      </div>
    </>
  )
}
