/** Setting up the shop's printer: find it, say how it prints, print a test page, look at it, keep it. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { PrintProblem } from '#shared/printing.ts'
import { unreachable } from '#shared/result.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, usePrintJobs, useSettings, useTranslator } from '../../counter-context.tsx'
import { ChoosePrinter } from './choose-printer.tsx'
import { PrinterOptions } from './printer-options.tsx'
import { firstStep, StepHead, stepBefore, type WizardStep } from './wizard.tsx'

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
      return <TriedPage step={step} onGo={onGo} />
    default:
      return unreachable(step)
  }
}

// After the test page: what became of it, and whether it is right by a person's own eyes. Only then is the printer kept.

const marks = ['ruler', 'accents', 'arabic', 'code', 'cut'] as const

function TriedPage({ step: { printer, jobId }, onGo }: StepProps<'tried'>) {
  const { client, screen } = useParts()
  const job = usePrintJobs().find((one) => one.jobId === jobId)
  const { slip } = useSettings()
  const [error, setError] = useState<AppError | null>(null)
  const keep = async (): Promise<void> => {
    const { paper } = printer
    // The slip on the screen is as wide as the one on paper.
    const width = paper === 58 || paper === 80 ? { slip: { ...slip, widthMm: paper } } : {}
    const done = await client.command('settings.update', { printer, ...width })
    if (done.ok) screen.close()
    else setError(done.error)
  }
  const back = () => onGo({ kind: 'options', printer })
  const isOnItsWay = job === undefined || job.state === 'queued' || job.state === 'sending'
  const failed = job?.state === 'failed'
  return (
    <>
      <StepHead step={3} title="printing.wizard.look" onBack={back} />
      <p
        className="print-job-state"
        role="status"
        data-testid="test-state"
        data-state={job?.state ?? 'queued'}
      >
        <Icon name={failed ? 'warning' : 'printer'} />
        <span>
          <Text
            k={`printing.state.${job === undefined || job.state === 'settled' ? 'queued' : job.state}`}
            values={{ printer: <bdi>{printer.name}</bdi> }}
          />
        </span>
      </p>
      {job?.problem != null && <Problem problem={job.problem} />}
      {!isOnItsWay && !failed && (
        <>
          <p>
            <Text k="printing.wizard.didItPrintRight" />
          </p>
          <ul className="printer-marks">
            {marks
              .filter((mark) => mark !== 'cut' || printer.cuts)
              .map((mark) => (
                <li key={mark}>
                  <Text k={`printing.wizard.marks.${mark}`} />
                </li>
              ))}
          </ul>
        </>
      )}
      {error && <ErrorNote error={error} />}
      <div className="action-row">
        <Button
          look={failed ? 'plain' : 'main'}
          isDisabled={isOnItsWay}
          testId="keep-printer"
          onPress={() => void keep()}
        >
          <Icon name="check" />
          <Text k={failed ? 'printing.wizard.keepAnyway' : 'printing.wizard.right'} />
        </Button>
        <Button isDisabled={isOnItsWay} testId="not-right" onPress={back}>
          <Text k="printing.wizard.notRight" />
        </Button>
      </div>
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
