/** Whether the shop sells on account, and how much it lends whose limit nobody has set. */
import { useEffect, useRef, useState } from 'react'
import { type Centimes, zeroCentimes } from '#shared/money.ts'
import type { Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Segments, yesOrNo } from '../../components/segments.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { AmountField, FormFoot, isAmount, useTypedAmount } from '../till/form-parts.tsx'
import styles from './setting.module.css'
import { Setting, type SettingsUpdate } from './setting.tsx'
import { DinarsField } from './settings-parts.tsx'

export function CarnetSettings({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { text } = useTranslator()
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
        <Segments
          label={text('carnet.settings.isOn')}
          value={carnet.isOn || isLimitMissing ? 'yes' : 'no'}
          segments={yesOrNo.map((value) => ({ value, face: <Text k={`till.settings.on.${value}`} /> }))}
          onChange={(value) => turn(value === 'yes')}
        />
        <p className={styles['field-hint']}>
          <Text k="carnet.settings.isOnHint" />
        </p>
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
