/** Setting up the shop's printer: find it, say how it prints, print a test page, look at it, keep it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { codePages, heads, headsOf } from '#shared/printer-models.ts'
import { baudRates, type PrinterSettings, type PrintJobView, type PrintProblem } from '#shared/printing.ts'
import { unreachable } from '#shared/result.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Choice, type ChoiceProps, YesOrNo, type YesOrNoProps } from '../../components/segments.tsx'
import { Ltr, Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, usePrintJobs, useTranslator } from '../../counter-context.tsx'
import settingStyles from '../settings/setting.module.css'
import { ChoosePrinter } from './choose-printer.tsx'
import printJobStyles from './print-job.module.css'
import styles from './printer-dialog.module.css'
import {
  allRight,
  canAsk,
  firstStep,
  isOwnBytes,
  isWhole,
  marksOf,
  mendedBy,
  nameMaxCharacters,
  onPaper,
  papersOf,
  rulerVerdicts,
  type Seen,
  StepHead,
  stepBefore,
  useTestPage,
  type WizardStep,
} from './wizard.tsx'

export function PrinterDialog() {
  const { text } = useTranslator()
  const [step, setStep] = useState(firstStep)
  const previous = stepBefore(step)
  return (
    <PanelDialog
      size="narrow"
      title={<Text k="printing.wizard.title" />}
      onBack={previous ? () => setStep(previous) : undefined}
    >
      <ScrollPart label={text('printing.wizard.title')} place={step.kind} testId="printer-dialog">
        <StepView step={step} onGo={setStep} />
      </ScrollPart>
    </PanelDialog>
  )
}

interface StepProps<Kind extends WizardStep['kind']> {
  readonly step: Extract<WizardStep, { kind: Kind }>
  readonly onGo: (step: WizardStep) => void
}

function StepView({ step, onGo }: { readonly step: WizardStep; readonly onGo: (step: WizardStep) => void }) {
  switch (step.kind) {
    case 'choose':
      return <ChoosePrinter onGo={onGo} />
    case 'options':
      return <PrinterOptions step={step} onGo={onGo} />
    case 'tried':
      return <TriedPage key={step.jobId} step={step} onGo={onGo} />
    default:
      return unreachable(step)
  }
}

// After the test page: what became of it, and what a person sees on it. What is wrong and has a setting is set, and a page printed
// once more. The printer is kept when all is right, or when a person wants it all the same.

function TriedPage({ step: { printer, jobId }, onGo }: StepProps<'tried'>) {
  const { client, screen } = useParts()
  const job = usePrintJobs().find((one) => one.jobId === jobId)
  const [seen, setSeen] = useState(allRight)
  const [error, setError] = useState<AppError | null>(null)
  const test = useTestPage(onGo)
  const mended = mendedBy(printer, seen)
  const keep = async (): Promise<void> => {
    const done = await client.command('settings.update', { printer, withoutPrinter: false })
    if (done.ok) screen.close()
    else setError(done.error)
  }
  const back = () => onGo({ kind: 'options', printer })
  const isOnItsWay = job === undefined || job.state === 'queued' || job.state === 'sending'
  const failed = job?.state === 'failed'
  const isRight = !failed && mended === printer
  const again = failed ? printer : isRight ? null : mended
  const fault = error ?? test.error
  return (
    <>
      <StepHead step={3} title="printing.wizard.look" onBack={back} />
      <JobState job={job} name={printer.name} />
      {!isOnItsWay && !failed && <SeenMarks printer={printer} seen={seen} onSee={setSeen} />}
      {fault && <ErrorNote error={fault} />}
      <div className={controlsStyles['action-row']}>
        {again && (
          <Button
            look="main"
            isDisabled={test.isBusy}
            testId={failed ? 'test-again' : 'mend-printer'}
            onPress={() => void test.print(again)}
          >
            <Icon name="printer" />
            <Text k={failed ? 'printing.wizard.again' : 'printing.wizard.mend'} />
          </Button>
        )}
        <Button
          look={isRight ? 'main' : 'plain'}
          isDisabled={isOnItsWay}
          testId="keep-printer"
          onPress={() => void keep()}
        >
          <Icon name="check" />
          <Text k={isRight ? 'printing.wizard.right' : 'printing.wizard.keepAnyway'} />
        </Button>
        <Button isDisabled={isOnItsWay} testId="not-right" onPress={back}>
          <Text k="printing.wizard.change" />
        </Button>
      </div>
    </>
  )
}

interface JobStateProps {
  readonly job: PrintJobView | undefined
  readonly name: string
}

function JobState({ job, name }: JobStateProps) {
  const state = job?.state ?? 'queued'
  return (
    <>
      <p
        className={printJobStyles['print-job-state']}
        role="status"
        data-testid="test-state"
        data-state={state}
      >
        <Icon name={state === 'failed' ? 'warning' : 'printer'} />
        <span>
          <Text
            k={`printing.state.${state === 'settled' ? 'queued' : state}`}
            values={{ printer: <bdi>{name}</bdi> }}
          />
        </span>
      </p>
      {job?.problem != null && <Problem problem={job.problem} />}
    </>
  )
}

interface SeenMarksProps {
  readonly printer: PrinterSettings
  readonly seen: Seen
  readonly onSee: (seen: Seen) => void
}

/** One question for each thing on the page. */
function SeenMarks({ printer, seen, onSee }: SeenMarksProps) {
  return (
    <>
      <p>
        <Text k="printing.wizard.didItPrintRight" />
      </p>
      <div className={styles['printer-marks']} data-testid="printer-marks">
        {marksOf(printer).map((mark) =>
          mark === 'ruler' ? (
            <OwnChoice
              key={mark}
              label="printing.wizard.marks.ruler"
              value={seen.ruler}
              values={rulerVerdicts}
              face={(verdict) => <Text k={`printing.wizard.rulerVerdicts.${verdict}`} />}
              onChange={(ruler) => onSee({ ...seen, ruler })}
            />
          ) : (
            <OwnSwitch
              key={mark}
              label={`printing.wizard.marks.${mark}`}
              isOn={seen[mark] === 'right'}
              onChange={(isRight) => onSee({ ...seen, [mark]: isRight ? 'right' : 'wrong' })}
            />
          ),
        )}
      </div>
      {mendedBy(printer, seen) === undefined && (
        <p role="alert">
          <Text k="printing.wizard.noMend" />
        </p>
      )}
    </>
  )
}

function Problem({ problem }: { readonly problem: PrintProblem }) {
  return (
    <p>
      <Text k={`printing.problem.${problem}`} />
    </p>
  )
}

// How the chosen printer prints: paper, text or picture, code page, cutter, drawer. Each has a usual answer already.

function PrinterOptions({ step, onGo }: StepProps<'options'>) {
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
        <OwnSwitch
          label="printing.wizard.drawsCodes"
          isOn={printer.drawsCodes}
          onChange={(drawsCodes) => onChange({ drawsCodes })}
        />
      )}
      {canAsk(transport) && (
        <OwnSwitch label="printing.wizard.asks" isOn={printer.asks} onChange={(asks) => onChange({ asks })} />
      )}
      <OwnSwitch label="printing.wizard.cuts" isOn={printer.cuts} onChange={(cuts) => onChange({ cuts })} />
      <OwnSwitch
        label="printing.wizard.drawer"
        isOn={printer.drawer}
        onChange={(drawer) => onChange({ drawer })}
      />
    </>
  )
}

/** One choice, apart from those beside it. */
const OwnChoice = <Value extends string | number>(props: ChoiceProps<Value>) => (
  <div className={settingStyles['setting']}>
    <Choice {...props} />
  </div>
)

const OwnSwitch = (props: YesOrNoProps) => (
  <div className={settingStyles['setting']}>
    <YesOrNo {...props} />
  </div>
)
