/** The help: every key, the way of a sale without the mouse, and in training what to practise with, and the tour. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import { tourStops } from '../tour/stops.ts'
import { PracticeHelp } from './practice-help.tsx'
import { ShortcutList } from './shortcut-list.tsx'

export function HelpDialog() {
  const { text } = useTranslator()
  const { environment, journal } = useStatus()
  const isTraining = environment === 'training'
  return (
    <PanelDialog size="narrow" title={<Text k="help.title" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard. */}
      <section className="help" tabIndex={0} aria-label={text('help.title')}>
        <p className="help-example">
          <Text k="help.example" />
        </p>
        {isTraining && journal.kind === 'open' && <BeginTour />}
        <h3>
          <Text k="help.shortcuts" />
        </h3>
        <ShortcutList />
        <SupportFile />
        {isTraining && <PracticeHelp />}
      </section>
    </PanelDialog>
  )
}

function SupportFile() {
  const { screen } = useParts()
  return (
    <div className="action-row">
      <Button testId="support-open" onPress={() => screen.open({ kind: 'support' })}>
        <Icon name="save" />
        <Text k="exports.support.button" />
      </Button>
    </div>
  )
}

function BeginTour() {
  const { screen } = useParts()
  const begin = (): void => {
    screen.goTo(tourStops[0])
    screen.close()
  }
  return (
    <div className="action-row">
      <Button testId="begin-tour" onPress={begin}>
        <Text k="tour.begin" />
      </Button>
    </div>
  )
}
