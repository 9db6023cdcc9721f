/** How the chosen printer prints: paper, text or picture, code page, cutter, drawer. Each has a usual answer already. */
import { codePages, heads, headsOf } from '#shared/printer-models.ts'
import { baudRates, type PrinterSettings } from '#shared/printing.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Choice, type ChoiceProps, yesOrNo } from '../../components/segments.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { MessageKey } from '../../i18n.ts'
import settingStyles from '../settings/setting.module.css'
import type { StepProps } from './printer-dialog.tsx'
import {
  canAsk,
  firstStep,
  isOwnBytes,
  isWhole,
  nameMaxCharacters,
  onPaper,
  papersOf,
  StepHead,
  useTestPage,
} from './wizard.tsx'

export function PrinterOptions({ step, onGo }: StepProps<'options'>) {
  const { printer } = step
  const { isBusy, error, print } = useTestPage(onGo)
  const change = (changed: Partial<PrinterSettings>): void =>
    onGo({ kind: 'options', printer: { ...printer, ...changed } })
  return (
    <>
      <StepHead step={2} title="printing.wizard.options" onBack={() => onGo(firstStep)} />
      <TextField
        label="printing.wizard.name"
        value={printer.name}
        maxLength={nameMaxCharacters}
        onChange={(name) => change({ name })}
      />
      <OwnChoice
        label="printing.wizard.paper"
        value={printer.paper}
        values={papersOf(printer.transport)}
        face={(paper) =>
          typeof paper === 'number' ? (
            <Text k="settings.width" values={{ width: paper }} />
          ) : (
            <Ltr>{paper}</Ltr>
          )
        }
        onChange={(paper) => change(onPaper(printer, paper))}
      />
      {isOwnBytes(printer.transport) && <ByteOptions printer={printer} onChange={change} />}
      {error && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        <Button
          look="main"
          isDisabled={isBusy || !isWhole(printer)}
          testId="test-page"
          onPress={() => void print(printer)}
        >
          <Icon name="printer" />
          <Text k="printing.wizard.test" />
        </Button>
      </div>
    </>
  )
}

interface ByteOptionsProps {
  readonly printer: PrinterSettings
  readonly onChange: (changed: Partial<PrinterSettings>) => void
}

/** What matters only where the bytes are ours; a driver knows its own printer. */
function ByteOptions({ printer, onChange }: ByteOptionsProps) {
  const { transport, paper } = printer
  return (
    <>
      {(paper === 58 || paper === 80) && (
        <OwnChoice
          label="printing.wizard.dots"
          value={printer.dots}
          values={headsOf(paper)}
          face={(dots) => <Text k="printing.wizard.head" values={{ dots, columns: heads[dots].columns }} />}
          onChange={(dots) => onChange({ dots })}
        />
      )}
      {transport.kind === 'device' && transport.baud !== null && (
        <OwnChoice
          label="printing.wizard.baud"
          value={transport.baud}
          values={baudRates}
          face={(baud) => <Ltr>{baud}</Ltr>}
          onChange={(baud) => onChange({ transport: { ...transport, baud } })}
        />
      )}
      <OwnChoice
        label="printing.wizard.text"
        value={printer.text}
        values={['printer', 'raster'] as const}
        face={(text) => <Text k={`printing.wizard.texts.${text}`} />}
        onChange={(text) => onChange({ text })}
      />
      {printer.text === 'printer' && (
        <OwnChoice
          label="printing.wizard.codePage"
          value={printer.codePage}
          values={codePages}
          face={(codePage) => <Ltr>{codePage.toUpperCase()}</Ltr>}
          onChange={(codePage) => onChange({ codePage })}
        />
      )}
      {printer.text === 'printer' && (
        <YesOrNo
          label="printing.wizard.drawsCodes"
          value={printer.drawsCodes}
          onChange={(drawsCodes) => onChange({ drawsCodes })}
        />
      )}
      {canAsk(transport) && (
        <YesOrNo label="printing.wizard.asks" value={printer.asks} onChange={(asks) => onChange({ asks })} />
      )}
      <YesOrNo label="printing.wizard.cuts" value={printer.cuts} onChange={(cuts) => onChange({ cuts })} />
      <YesOrNo
        label="printing.wizard.drawer"
        value={printer.drawer}
        onChange={(drawer) => onChange({ drawer })}
      />
    </>
  )
}

/** One choice, apart from those beside it. */
export const OwnChoice = <Value extends string | number>(props: ChoiceProps<Value>) => (
  <div className={settingStyles['setting']}>
    <Choice {...props} />
  </div>
)

interface YesOrNoProps {
  readonly label: MessageKey
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export function YesOrNo({ label, value, onChange }: YesOrNoProps) {
  return (
    <OwnChoice
      label={label}
      value={value ? 'yes' : 'no'}
      values={yesOrNo}
      face={(one) => <Text k={`settings.sharedKeys.${one}`} />}
      onChange={(one) => onChange(one === 'yes')}
    />
  )
}
