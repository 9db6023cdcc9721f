/** Setting up the shop's printer: find it, say how it prints, print a test page, look at it, keep it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { PrinterSettings, PrintJobView, PrintProblem } from '#shared/printing.ts'
import { unreachable } from '#shared/result.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, usePrintJobs, useTranslator } from '../../counter-context.tsx'
import { ChoosePrinter } from './choose-printer.tsx'
import printJobStyles from './print-job.module.css'
import styles from './printer-dialog.module.css'
import { OwnChoice, PrinterOptions, YesOrNo } from './printer-options.tsx'
import {
  allRight,
  firstStep,
  marksOf,
  mendedBy,
  rulerSights,
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

export interface StepProps<Kind extends WizardStep['kind']> {
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
              values={rulerSights}
              face={(sight) => <Text k={`printing.wizard.rulerSights.${sight}`} />}
              onChange={(ruler) => onSee({ ...seen, ruler })}
            />
          ) : (
            <YesOrNo
              key={mark}
              label={`printing.wizard.marks.${mark}`}
              value={seen[mark] === 'right'}
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
