/** The shop's printer in the settings: which it is, the way to set it up, and whether slips print by themselves. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'
import { Setting } from './setting.tsx'
import type { SettingsUpdate } from './use-settings-update.ts'

const autoPrints = ['never', 'fulfilled'] as const

export function Printing({ update }: { readonly update: SettingsUpdate }) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { printer, autoPrint } = useSettings()
  return (
    <section>
      <h3>
        <Text k="settings.printing" />
      </h3>
      <p className="account-line">
        {printer ? (
          <>
            <bdi>{printer.name}</bdi> <Text k={`printing.way.${printer.transport.kind}`} />
          </>
        ) : (
          <Text k="printing.status.none" />
        )}
      </p>
      <div className="action-row">
        <Button testId="set-up-printer" onPress={() => screen.open({ kind: 'printer' })}>
          <Icon name="printer" />
          <Text k={printer ? 'printing.wizard.change' : 'printing.setUp'} />
        </Button>
      </div>
      <Setting name="autoPrint" label="settings.autoPrint" update={update}>
        <Segments
          label={text('settings.autoPrint')}
          value={autoPrint}
          segments={autoPrints.map((value) => ({
            value,
            face: <Text k={`settings.autoPrints.${value}`} />,
          }))}
          onChange={(chosen) => void update.save('autoPrint', { autoPrint: chosen })}
        />
      </Setting>
    </section>
  )
}
