/** How far an export is, with the way to put it down; then where its file is, or why there is none. */
import type { AppError } from '#shared/app-error.ts'
import type { ExportView } from '#shared/exports.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { isMessageKey } from '../../i18n.ts'

export interface ExportProgressProps {
  readonly view: ExportView
  readonly isBusy: boolean
  readonly onCancel: () => void
}

export function ExportProgress({ view, isBusy, onCancel }: ExportProgressProps) {
  const { text } = useTranslator()
  const { state, rows, done, total, path } = view
  return (
    <div className="export-progress" data-testid="export" data-state={state}>
      {state === 'running' ? (
        <>
          <progress max={Math.max(1, total)} value={done} aria-label={text('exports.progress')} />
          <div className="export-line">
            <p>
              <Text
                k={`exports.written.${view.what === 'journal' ? 'entries' : 'sales'}`}
                values={{ count: rows }}
              />
            </p>
            <Button isDisabled={isBusy} onPress={onCancel} testId="export-cancel">
              <Icon name="close" />
              <Text k="exports.cancel" />
            </Button>
          </div>
        </>
      ) : null}
      <p role="status">
        {state === 'saved' && (
          <>
            <Text k="exports.saved" /> <bdi dir="ltr">{path}</bdi>
          </>
        )}
        {state === 'cancelled' && <Text k="exports.cancelled" />}
        {state === 'failed' && <Failure problem={view.problem} />}
      </p>
    </div>
  )
}

/** In the cashier's words where there are some; the system's own for support. */
function Failure({ problem }: { readonly problem: string | null }) {
  const key = `exports.problem.${problem}`
  return (
    <>
      <Text k={isMessageKey(key) ? key : 'exports.problem.other'} /> <bdi dir="ltr">{problem}</bdi>
    </>
  )
}

/** Why an export was not begun: a place that cannot be used is told in words of its own. */
export function ExportError({ error }: { readonly error: AppError }) {
  if (error.kind !== 'invalid-input') return <ErrorNote error={error} />
  return (
    <p role="alert" className="export-error">
      <Failure problem={error.problem} />
    </p>
  )
}
