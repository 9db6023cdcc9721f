/** Whether the shop sells on account, and how much it lends whose limit nobody has set. */
import { zeroCentimes } from '#shared/money.ts'
import type { Settings } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon } from '../../components/icon.tsx'
import { Segments, yesOrNo } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import styles from './setting.module.css'
import { Setting, type SettingsUpdate } from './setting.tsx'
import { DinarsField } from './settings-parts.tsx'

export function CarnetSettings({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { carnet } = useSettings()
  const change = (changed: Partial<Settings['carnet']>): void =>
    void update.save('carnet', { carnet: { ...carnet, ...changed } })
  return (
    <section data-testid="carnet-settings">
      <h3>
        <Text k="carnet.title" />
      </h3>
      <Setting name="carnet" label="carnet.settings.isOn" update={update}>
        <Segments
          label={text('carnet.settings.isOn')}
          value={carnet.isOn ? 'yes' : 'no'}
          segments={yesOrNo.map((value) => ({ value, face: <Text k={`till.settings.on.${value}`} /> }))}
          onChange={(value) => change({ isOn: value === 'yes' })}
        />
        <p className={styles['field-hint']}>
          <Text k="carnet.settings.isOnHint" />
        </p>
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
