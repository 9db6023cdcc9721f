/** An error as the cashier needs it: what happened, whether money moved, what to do, and evidence for support. */
import type { ReactNode } from 'react'
import { type AppError, adviceFor, serviceUnavailable } from '#shared/app-error.ts'
import { formatTime } from '#shared/dates.ts'
import { serviceErrors } from '#shared/service-errors.ts'
import { useTranslator } from '../counter-context.tsx'
import { isMessageKey, type Translator } from '../i18n.ts'
import { Copyable, Technical } from './copyable.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { Icon } from './icon.tsx'
import styles from './note.module.css'
import { Text } from './text.tsx'

const requestIdFact = (requestId: string): Fact => ({
  label: 'sale.requestId',
  value: <Copyable what="sale.requestId" text={requestId} />,
})

interface ErrorNoteProps {
  readonly error: AppError
  readonly children?: ReactNode
}

export function ErrorNote({ error, children }: ErrorNoteProps) {
  const translator = useTranslator()
  const { money } = adviceFor[error.kind]
  const attemptsLeft = error.kind === 'refused' ? error.attemptsLeft : undefined
  return (
    <section className={styles['note']} data-tone={money === 'unknown' ? 'doubt' : 'error'} role="alert">
      <Icon name="warning" />
      <div className={styles['note-body']}>
        <h2>{errorTitle(translator, error)}</h2>
        <p>{errorText(translator, error)}</p>
        <p className={styles['note-advice']}>
          <strong>
            <Text k={`advice.money.${money}`} />
          </strong>{' '}
          {nextText(translator, error)}
        </p>
        {attemptsLeft !== undefined && (
          <p>
            <Text k="advice.attemptsLeft" values={{ count: attemptsLeft }} />
          </p>
        )}
        {error.requestId !== undefined && (
          <Technical>
            <FactList facts={[requestIdFact(error.requestId)]} />
          </Technical>
        )}
        {children}
      </div>
    </section>
  )
}

// One sentence of doubt at the head of a step, announced politely: it keeps nobody from going on.

interface StatusNoteProps {
  readonly children: ReactNode
  readonly testId?: string
}

export const StatusNote = ({ children, testId }: StatusNoteProps) => (
  <div className={styles['note']} data-tone="doubt" role="status" data-testid={testId}>
    <Icon name="warning" />
    <span>{children}</span>
  </div>
)

// The texts of an error: what happened and what to do, by kind and by the service's code.

/** Why the service refused, in the cashier's language; codes without words of their own are named. */
export function refusalText({ text }: Translator, code: string): string {
  const key = `refusal.${code}`
  return isMessageKey(key) ? text(key) : text('refusal.other', { code })
}

/** Why a payment that the service took ended without one, in the cashier's language. */
export function transactionErrorText({ text }: Translator, code: string): string {
  const key = `transactionError.${code}`
  return isMessageKey(key) ? text(key) : text('transactionError.other', { code })
}

/** What happened, in a few words. */
export const errorTitle = ({ text }: Translator, error: AppError): string =>
  text(`error.${titleOf(error)}.title`)

function titleOf(error: AppError) {
  if (isTooEarly(error)) return 'not-yet'
  if (isMaintenance(error)) return serviceUnavailable
  switch (error.kind === 'refused' ? stepAfter(error.code) : undefined) {
    case 'check-reference':
      return 'not-known'
    case 'wait-and-resend':
      return 'not-now'
    default:
      return error.kind
  }
}

/** To a customer "refused" says that nothing will help: its next step says where that is not so. A code has one on any host. */
const stepAfter = (code: string) => serviceErrors.find((one) => one.code === code)?.next

/** A service that says why it cannot serve has words of its own: nobody looks for a fault of the line then. */
const isMaintenance = (error: AppError): boolean =>
  error.kind === 'unreachable' && error.reason === serviceUnavailable

type TooEarly = Extract<AppError, { kind: 'not-allowed-now' }> & { readonly fromMs: number }
const isTooEarly = (error: AppError): error is TooEarly =>
  error.kind === 'not-allowed-now' && error.fromMs !== undefined

const MINUTE_MS = 60_000
/** The minute in which it is possible from its beginning: seconds are not shown. */
const fullMinuteFrom = (atMs: number): number => Math.ceil(atMs / MINUTE_MS) * MINUTE_MS

/** One sentence for what happened. */
export function errorText(translator: Translator, error: AppError): string {
  const { text, locale } = translator
  if (isTooEarly(error))
    return text('error.not-yet.text', { time: formatTime(fullMinuteFrom(error.fromMs), locale) })
  switch (error.kind) {
    case 'refused':
      return text('error.refused.text', { why: refusalText(translator, error.code) })
    case 'invalid-input': {
      const key = [`sell.problem.${error.problem}`, `notice.${error.problem}`].find(isMessageKey)
      if (key !== undefined) return text(key)
      const { field, line } = error
      return line === undefined
        ? text('error.invalid-input.text', { field })
        : text('error.invalid-input.inFile', { field, line })
    }
    case 'selling-closed': {
      const key = `closed.${error.why}.title`
      return isMessageKey(key) ? text(key) : text('error.selling-closed.text')
    }
    case 'journal':
      return text(`journal.${error.problem}.text`)
    case 'account':
      return text(`error.account.${error.problem}`, { count: error.openSales ?? 0 })
    case 'till':
      return text(`error.till.${error.problem}`, {
        time: formatTime(fullMinuteFrom(error.fromMs ?? 0), locale),
      })
    case 'unreachable':
      return text(`error.${isMaintenance(error) ? serviceUnavailable : error.kind}.text`)
    default:
      return text(`error.${error.kind}.text`)
  }
}

/** What to do next. What the service refused with says it more closely than that it refused; a code means one step on any host. */
export function nextText(translator: Translator, error: AppError): string {
  const next = error.kind === 'refused' ? refusalNext(translator, error.code) : null
  return next ?? translator.text(`advice.next.${adviceFor[error.kind].next}`)
}

/** What to do about a code of the service's; null where the table has no row for it. */
export function refusalNext({ text }: Translator, code: string): string | null {
  const next = stepAfter(code)
  return next ? text(`step.${next}`) : null
}
