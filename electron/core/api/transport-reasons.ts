/** Why a request did not leave, or why its answer is lost: undici's and Node's error codes in a vocabulary of our own. */
import { errors } from 'undici'
import type { HeldReason } from './auth-lockout.ts'

export type NotSentReason =
  | 'dns'
  | 'connection-refused'
  | 'no-route'
  | 'connect-timeout'
  | 'tls'
  | 'proxy'
  | 'bad-proxy'
  | 'connect-failed'
  | 'no-connection-in-time'
  | 'closed'
  | HeldReason

export type LostReason =
  | 'no-answer-in-time'
  | 'cut-before-answer'
  | 'cut-in-answer'
  | 'answer-too-big'
  | 'not-http'

const notSentReasons: Readonly<Record<string, NotSentReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'connection-refused',
  ENETUNREACH: 'no-route',
  EHOSTUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  TimeoutError: 'no-connection-in-time',
  UND_ERR_PRX_TLS: 'proxy',
  UND_ERR_PRX_CONN: 'proxy',
  /** What undici says of a proxy that refuses the tunnel. Nothing of ours is aborted before it has left. */
  UND_ERR_ABORTED: 'proxy',
  /** Before a request has left, only a tunnel's answer can be waited for. */
  UND_ERR_HEADERS_TIMEOUT: 'proxy',
  UND_ERR_CLOSED: 'closed',
  UND_ERR_DESTROYED: 'closed',
}

/** OpenSSL's verification errors have names of their own; its other errors and Node's share these beginnings. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_)/

/** The reason for a request of which no byte left. */
export function notSentReason(error: unknown): NotSentReason {
  const code = codeOf(error)
  return notSentReasons[code] ?? (tlsCodes.test(code) ? 'tls' : 'connect-failed')
}

const lostReasons: Readonly<Record<string, LostReason>> = {
  TimeoutError: 'no-answer-in-time',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer-in-time',
  UND_ERR_BODY_TIMEOUT: 'no-answer-in-time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'answer-too-big',
  UND_ERR_HEADERS_OVERFLOW: 'answer-too-big',
}

/** The reason for a request that may have left whole. `status` is the answer's, where its headers came. */
export function lostReason(error: unknown, status: number | null): LostReason {
  const known = lostReasons[codeOf(error)]
  if (known !== undefined) return known
  if (error instanceof errors.HTTPParserError) return 'not-http'
  return status === null ? 'cut-before-answer' : 'cut-in-answer'
}

/** Errors carry their code in `code`; the transport's own are DOMExceptions, known by their name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof DOMException) return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
