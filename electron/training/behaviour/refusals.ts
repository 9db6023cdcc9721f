/** How the service words its refusals where the document names a case and not its code, its status or its details. */
import { oneOfBillIdsMessage, repeatedBillIdMessage } from '#shared/ids.ts'
import type { Host, Refusal } from '../answer.ts'
import type { Behaviour } from './behaviour.ts'

type Part = Partial<Pick<Refusal, 'status' | 'code' | 'headers'>>
type Wording = (behaviour: Behaviour, nowMs: number) => Part

const status = (text: string): Part => ({ status: Number(text) })
const retryAfter = (text: string): Part => ({ headers: { 'Retry-After': text } })

/** A key that is switched off: of practice alone. */
const disabledKey: Wording = ({ disabledKey: code }) => ({
  code,
  status: code === 'INVALID_ACCESS_TOKEN' ? 401 : 403,
})

const RATE_RETRY_SECONDS = '20'
const rateLimit: Wording = ({ rateCode, rateRetryAfter }) => ({
  code: rateCode,
  ...(rateRetryAfter === 'seconds' ? retryAfter(RATE_RETRY_SECONDS) : {}),
})

const HALF_MINUTE_MS = 30_000
const maintenanceWait = ({ maintenanceWait: form }: Behaviour, nowMs: number): Part => {
  if (form === 'half-minute') return {}
  return retryAfter(form === 'date' ? new Date(nowMs + HALF_MINUTE_MS).toUTCString() : '600')
}

const wordings: Readonly<Record<Host, Readonly<Record<string, Wording>>>> = {
  platform: {
    ERR_VALIDATION: ({ validationStatus }) => status(validationStatus),
    ERR_PHONE: ({ phoneStatus }) => status(phoneStatus),
    ERR_STOCK: ({ stockStatus }) => status(stockStatus),
    INSUFFICIENT_BALANCE: ({ balanceStatus }) => status(balanceStatus),
    DUPLICATED_REF: ({ duplicateStatus }) => status(duplicateStatus),
    PAYMENT_NOT_FOUND: ({ linkUnknown }) => status(linkUnknown),
    NOT_FOUND: ({ platformNotFound }) => ({ code: platformNotFound }),
    INSUFFICIENT_SCOPE: ({ scopeCode }) => ({ code: scopeCode }),
    API_DISABLED: disabledKey,
    RATE_LIMIT_EXCEEDED: rateLimit,
    SERVICE_UNAVAILABLE: (behaviour, nowMs) => ({
      code: behaviour.disruptionCode,
      ...maintenanceWait(behaviour, nowMs),
    }),
  },
  bill: {
    INSUFFICIENT_BALANCE: ({ payBalance }) => (payBalance === '400' ? status(payBalance) : {}),
    API_DISABLED: disabledKey,
    RATE_LIMIT_EXCEEDED: rateLimit,
    SERVICE_UNAVAILABLE: maintenanceWait,
  },
}

/** What the document says word for word, and what names the caller's address, stays as it is. */
const isGivenMessage = ({ code, message }: Refusal): boolean =>
  code === 'IP_NOT_ALLOWED' || message === oneOfBillIdsMessage || message === repeatedBillIdMessage

const messages: Readonly<Record<Exclude<Behaviour['errorLanguage'], 'english'>, string>> = {
  french: 'La demande n’a pas été acceptée',
  arabic: 'لم يتم قبول الطلب',
  none: '',
}

/** How an entry of bill payment's array names the field that failed. */
const billEntries: Readonly<Record<Behaviour['billErrorDetails'], (entry: string) => string>> = {
  'path-and-rule': (entry) => entry,
  sentence: (entry) => entry.replace(/^[^:]*\.?/, (path) => `"${path.split('.').at(-1)}"`).replace(': ', ' '),
  names: (entry) => entry.replace(/:.*/s, ''),
}

/** Of invalid parameters: the platform's are open, bill payment's an array of texts that lists every failed field. */
function detailsOf(
  { code, details }: Refusal,
  host: Host,
  { errorDetails, billErrorDetails }: Behaviour,
): unknown {
  if (code !== 'ERR_VALIDATION') return details
  if (host === 'bill')
    return Array.isArray(details)
      ? details.map((entry) => billEntries[billErrorDetails](String(entry)))
      : details
  if (errorDetails === 'first-field') return details
  return errorDetails === 'list' && details !== undefined ? [JSON.stringify(details)] : undefined
}

export function inWordsOf(behaviour: Behaviour, host: Host, refusal: Refusal, nowMs: number): Refusal {
  const { errorLanguage } = behaviour
  const { headers, ...part } = wordings[host][refusal.code]?.(behaviour, nowMs) ?? {}
  const isTranslated = errorLanguage !== 'english' && !isGivenMessage(refusal)
  return {
    ...refusal,
    ...part,
    message: isTranslated ? messages[errorLanguage] : refusal.message,
    details: detailsOf(refusal, host, behaviour),
    headers: { ...refusal.headers, ...headers },
  }
}
