/** Where the customer's display is, and whose languages it speaks. */
import { displayLanguages, displayPlaces } from '#shared/views.ts'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useSettings, useTranslator } from '../../counter-context.tsx'
import { Setting } from './setting.tsx'
import type { SettingsUpdate } from './use-settings-update.ts'

export function CustomerDisplay({ update }: { readonly update: SettingsUpdate }) {
  const { text } = useTranslator()
  const { customerDisplay, customerDisplayLanguage } = useSettings()
  return (
    <section>
      <h3>
        <Text k="settings.display" />
      </h3>
      <Setting name="customerDisplay" label="settings.displayPlace" update={update}>
        <Segments
          label={text('settings.displayPlace')}
          value={customerDisplay}
          segments={displayPlaces.map((value) => ({
            value,
            face: <Text k={`settings.displayPlaces.${value}`} />,
          }))}
          onChange={(chosen) => void update.save('customerDisplay', { customerDisplay: chosen })}
        />
        <p className="field-hint">
          <Text k="settings.displayHint" />
        </p>
      </Setting>
      <Setting name="customerDisplayLanguage" label="settings.displayLanguage" update={update}>
        <Segments
          label={text('settings.displayLanguage')}
          value={customerDisplayLanguage}
          segments={displayLanguages.map((value) => ({
            value,
            face: <Text k={`settings.displayLanguages.${value}`} />,
          }))}
          onChange={(chosen) =>
            void update.save('customerDisplayLanguage', { customerDisplayLanguage: chosen })
          }
        />
      </Setting>
    </section>
  )
}
