/** Whether the shop uses shifts, how they are counted, what is beyond a cashier alone, and the way to people and their PINs. */
import { useEffect, useRef, useState } from 'react'
import { type Centimes, zeroCentimes } from '#shared/money.ts'
import type { Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Choice, YesOrNo } from '../../components/segments.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useIsPrinting, useParts, usePeople, useSettings } from '../../counter-context.tsx'
import { AmountField, FormFoot, isAmount, useTypedAmount } from '../till/form-parts.tsx'
import styles from './setting.module.css'
import { Setting, SettingHint, type SettingsUpdate } from './setting.tsx'
import { DinarsField } from './settings-parts.tsx'

const limits = ['saleCentimes', 'hourCentimes', 'refundCentimes', 'differenceCentimes'] as const
/** Minutes without anybody at the counter; 0: never. */
const lockChoices = [0, 2, 5, 15] as const

export function TillSettings({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { till } = useSettings()
  const { isOn } = usePeople()
  const isOffered = useIsPrinting()
  // What was asked for last: two changes may follow one another before the core has reported the first.
  const asked = useRef(till)
  useEffect(() => {
    asked.current = till
  }, [till])
  const change = (changed: Partial<Settings['till']>): void => {
    asked.current = { ...asked.current, ...changed }
    void update.save('till', { till: asked.current })
  }
  return (
    <section data-testid="till-settings">
      <h3>
        <Text k="till.title" />
      </h3>
      <Setting name="till" update={update}>
        <TillSwitch of="shifts" isOn={till.shifts} onChange={(shifts) => change({ shifts })} />
        {till.shifts && (
          <>
            <TillSwitch
              of="blindClose"
              isOn={till.blindClose}
              onChange={(blindClose) => change({ blindClose })}
            />
            {isOffered && (
              <TillSwitch of="printZ" isOn={till.printZ} onChange={(printZ) => change({ printZ })} />
            )}
          </>
        )}
        <TillSwitch of="strip" isOn={till.strip} onChange={(strip) => change({ strip })} />
        {isOn && (
          <LockAfter
            minutes={till.lockAfterMinutes}
            onChange={(lockAfterMinutes) => change({ lockAfterMinutes })}
          />
        )}
        {isOn && (
          <>
            <h4>
              <Text k="till.settings.limits" />
            </h4>
            <SettingHint k="till.settings.limitsHint" />
            {limits.map((limit) => (
              <DinarsField
                key={limit}
                label={`till.settings.${limit}`}
                amount={till.limits[limit]}
                onSave={(amount) => change({ limits: { ...asked.current.limits, [limit]: amount } })}
              />
            ))}
          </>
        )}
      </Setting>
      <SettingHint k={isOn ? 'people.onText' : 'people.offText'} />
      <div className={controlsStyles['action-row']}>
        <Button testId="people-open" onPress={() => screen.open({ kind: 'people' })}>
          <Icon name="lock" />
          <Text k={isOn ? 'people.title' : 'people.startTitle'} />
        </Button>
        <Button shortcut="F12" testId="till-open" onPress={() => screen.open({ kind: 'till' })}>
          <Icon name="slip" />
          <Text k="till.open" />
        </Button>
      </div>
    </section>
  )
}

interface LockAfterProps {
  readonly minutes: number | null
  readonly onChange: (minutes: number | null) => void
}

function LockAfter({ minutes, onChange }: LockAfterProps) {
  return (
    <Choice
      label="till.settings.lockAfter"
      value={minutes ?? 0}
      values={lockChoices}
      face={(value) =>
        value === 0 ? (
          <Text k="till.settings.lockNever" />
        ) : (
          <Text k="till.settings.lockMinutes" values={{ count: value }} />
        )
      }
      onChange={(value) => onChange(value === 0 ? null : value)}
    />
  )
}

interface TillSwitchProps {
  readonly of: 'shifts' | 'blindClose' | 'printZ' | 'strip'
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

const TillSwitch = ({ of, ...props }: TillSwitchProps) => (
  <>
    <YesOrNo label={`till.settings.${of}`} {...props} />
    <SettingHint k={`till.settings.${of}Hint`} />
  </>
)

// Whether the shop sells on account, and how much it lends whose limit nobody has set.

export function CarnetSettings({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { carnet } = useSettings()
  const [isAsked, setIsAsked] = useState(false)
  const isLimitMissing = isAsked && !carnet.isOn
  const change = (changed: Partial<Settings['carnet']>): void =>
    void update.save('carnet', { carnet: { ...carnet, ...changed } })
  /** With a limit of 0 it would be on, and nobody could buy. */
  const turn = (isOn: boolean): void => {
    setIsAsked(isOn && carnet.limitCentimes === 0)
    if (!isOn || carnet.limitCentimes > 0) change({ isOn })
  }
  return (
    <section data-testid="carnet-settings">
      <h3>
        <Text k="carnet.title" />
      </h3>
      <Setting name="carnet" label="carnet.settings.isOn" update={update}>
        <YesOrNo label="carnet.settings.isOn" isBare isOn={carnet.isOn || isLimitMissing} onChange={turn} />
        <SettingHint k="carnet.settings.isOnHint" />
        {isLimitMissing && <FirstLimit onSet={(limitCentimes) => change({ isOn: true, limitCentimes })} />}
        {carnet.isOn && (
          <>
            <DinarsField
              label="carnet.settings.limit"
              hint="carnet.settings.limitHint"
              amount={carnet.limitCentimes}
              onSave={(amount) => change({ limitCentimes: amount ?? zeroCentimes })}
            />
            <DinarsField
              label="carnet.settings.saleLimit"
              amount={carnet.saleLimitCentimes}
              onSave={(amount) => change({ saleLimitCentimes: amount })}
            />
          </>
        )}
      </Setting>
      {carnet.isOn && (
        <div className={controlsStyles['action-row']}>
          <Button testId="carnet-open" onPress={() => screen.open({ kind: 'carnet' })}>
            <Icon name="book" />
            <Text k="carnet.open" />
          </Button>
        </div>
      )}
    </section>
  )
}

/** In dinars, as it is typed. */
const usualLimit = '2000'

/** What is usual is proposed; the owner says how much. */
function FirstLimit({ onSet }: { readonly onSet: (limit: Centimes) => void }) {
  const { amount, ...typed } = useTypedAmount(usualLimit)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.select(), [])
  const set = (): void => {
    if (isAmount(amount)) onSet(amount)
  }
  return (
    <div className={styles['setting-form']} ref={form} data-testid="first-limit">
      <AmountField label="carnet.settings.limit" amount={{ amount, ...typed }} onEnter={set} />
      <FormFoot
        word={
          <Text
            k="carnet.settings.begin"
            values={{ sum: <Amount centimes={isAmount(amount) ? amount : zeroCentimes} /> }}
          />
        }
        canGo={isAmount(amount)}
        onPress={set}
        error={null}
        testId="first-limit-now"
      />
    </div>
  )
}
