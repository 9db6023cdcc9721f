/**
 * The service's own failures, by the name of the document's case (service-api.md, "Errors" and "Authentication", 6): what
 * a fault `{ do: 'fail', as }` makes it answer. Owns status, words and Retry-After, so that whoever orders a failure says
 * which one and nothing of what it looks like.
 */
import { authUnavailableRetryMs } from '#shared/limits.ts'
import { type Host, type Refusal, refuse } from './answer.ts'

export const failureCodes = [
  'INTERNAL_SERVER_ERROR',
  'INTERNAL_ERROR',
  'AUTH_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'PARTNER_UNAVAILABLE',
  'RATE_LIMIT_EXCEEDED',
  'API_DISABLED',
] as const
export type FailureCode = (typeof failureCodes)[number]

interface Failure {
  /** Where the service fails so: another host's requests are left alone. */
  readonly hosts: readonly Host[]
  readonly status: number
  readonly message: string
  readonly retryAfterMs?: number
  /** Whether the document leaves open that the request was taken all the same. */
  readonly mayBeTaken: boolean
}

/** The document asks for the header during maintenance and not for how long; half a minute is ours. */
const MAINTENANCE_RETRY_MS = 30_000

export const failures: Readonly<Record<FailureCode, Failure>> = {
  INTERNAL_SERVER_ERROR: {
    hosts: ['platform'],
    status: 500,
    message: 'Unexpected failure',
    mayBeTaken: true,
  },
  INTERNAL_ERROR: { hosts: ['bill'], status: 500, message: 'Unexpected failure', mayBeTaken: true },
  AUTH_UNAVAILABLE: {
    hosts: ['bill'],
    status: 503,
    message: 'The key could not be verified in time',
    retryAfterMs: authUnavailableRetryMs,
    mayBeTaken: false,
  },
  /** The platform's 503 has no code in the document; that it is this one is ours. */
  SERVICE_UNAVAILABLE: {
    hosts: ['platform', 'bill'],
    status: 503,
    message: 'The service is under maintenance',
    retryAfterMs: MAINTENANCE_RETRY_MS,
    mayBeTaken: true,
  },
  /** Without Retry-After, as the document says of discover. */
  PARTNER_UNAVAILABLE: {
    hosts: ['bill'],
    status: 503,
    message: 'The biller cannot be reached',
    mayBeTaken: false,
  },
  /** The document gives the platform's 429 no code; this is the one of practice. */
  RATE_LIMIT_EXCEEDED: {
    hosts: ['platform', 'bill'],
    status: 429,
    message: 'Too many requests',
    mayBeTaken: false,
  },
  /** Of practice alone. */
  API_DISABLED: {
    hosts: ['platform', 'bill'],
    status: 403,
    message: 'The API is switched off for this account',
    mayBeTaken: false,
  },
}

/** The failure as every caller meets it. */
export function refuseAs(code: FailureCode): Refusal {
  const { status, message, retryAfterMs } = failures[code]
  const refusal = refuse(status, code, message)
  return retryAfterMs === undefined
    ? refusal
    : { ...refusal, headers: { 'Retry-After': String(retryAfterMs / 1_000) } }
}
