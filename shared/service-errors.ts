/**
 * Every error code of the service, as data: service-api.md, "Platform error codes" and "Bill payment error codes", with
 * the codes that only public practice shows. A row says what a refusal with this code proves. An answer that fits no row
 * proves nothing, and its call is in doubt.
 */

/** Where a call goes: everything but bill payment, or bill payment (service-api.md, first paragraph). */
export const serviceHosts = ['platform', 'bills'] as const
export type ServiceHost = (typeof serviceHosts)[number]

/** What may be done with a request that was answered with an error. */
export type ResendClass =
  /** The same request would be refused again: something must change first. */
  | 'never'
  /** As it is, under the same ref, once what stood in the way is gone. */
  | 'same-ref'
  /** Only after a look-up found nothing under its ref. */
  | 'after-look-up'

/** What the cashier does next: the key of its wording. */
export const cashierSteps = [
  'correct-entry',
  'choose-other-card',
  'fund-account',
  'check-key',
  'check-address',
  'wait-for-unblock',
  'wait-and-resend',
  'follow-sale',
  'follow-bill',
  'offer-nothing-due',
  'check-reference',
  'ask-new-payment',
  'call-support',
] as const
export type CashierStep = (typeof cashierSteps)[number]

export interface ServiceErrorRow {
  readonly code: ServiceErrorCode
  readonly host: ServiceHost
  /** The statuses that this code is believed with. */
  readonly statuses: readonly number[]
  /** 'reads': the code is a definite answer only to a question, never to a request that starts work. */
  readonly on: 'any' | 'reads'
  /** 'no': the service answered before it charged anything. 'unknown': it may hold our order. */
  readonly money: 'no' | 'unknown'
  readonly resend: ResendClass
  readonly next: CashierStep
}

/** What an error with this code proves, and what is done about it. */
export type ServiceErrorMeaning = Pick<ServiceErrorRow, 'on' | 'money' | 'resend' | 'next'>

type RowOf = Omit<ServiceErrorRow, 'code' | 'host'>

/** For codes whose status the document leaves out: the statuses with which a service refuses a request. */
const anyRefusal = [400, 403, 404, 409, 410, 422] as const

/** Answered before the request was looked at: its ref is still free. */
const beforeWork = { on: 'any', money: 'no', resend: 'same-ref' } as const

/** Answered to the request itself: sent again as it is, it would be refused again. */
const refusal = { on: 'any', money: 'no', resend: 'never' } as const

/** Answered to the moment: an earlier delivery of the same request may be why the stock, the balance or the bill is gone. */
const ofTheMoment = { ...refusal, resend: 'after-look-up' } as const

/** Says nothing about what became of the request. */
const open = { on: 'any', money: 'unknown', resend: 'after-look-up' } as const

/** What both hosts say in the same words and with the same statuses. */
const onBoth = {
  /** 400 on the platform and 401 for bills by the document, and either way round in practice. */
  MISSING_ACCESS_TOKEN: { ...beforeWork, statuses: [400, 401], next: 'check-key' },
  INVALID_ACCESS_TOKEN: { ...beforeWork, statuses: [401], next: 'check-key' },
  IP_NOT_ALLOWED: { ...beforeWork, statuses: [403], next: 'check-address' },
  IP_BLOCKED: { ...beforeWork, statuses: [403], next: 'wait-for-unblock' },
  API_DISABLED: { ...beforeWork, statuses: [403], next: 'call-support' },
  /** The code of public practice, and the meaning of every unknown code at its status. */
  RATE_LIMIT_EXCEEDED: { ...beforeWork, statuses: [429], next: 'wait-and-resend' },
  PAYLOAD_TOO_LARGE: { ...refusal, statuses: [413], next: 'call-support' },
  /** The document names it for the platform alone; a bill is paid from the same balance. */
  INSUFFICIENT_BALANCE: { ...ofTheMoment, statuses: anyRefusal, next: 'fund-account' },
  /**
   * What the training service says to a READ-ONLY key: the document shows no code for that, and gives bill keys no scopes.
   * A code that nobody has promised is known so that it has words, and proves nothing.
   */
  INSUFFICIENT_SCOPE: { ...open, statuses: [403], next: 'check-key' },
} as const satisfies Readonly<Record<string, RowOf>>

const onPlatform = {
  ...onBoth,
  INTERNAL_SERVER_ERROR: { ...open, statuses: [500], next: 'follow-sale' },
  ERR_VALIDATION: { ...refusal, statuses: anyRefusal, next: 'correct-entry' },
  ERR_PHONE: { ...refusal, statuses: anyRefusal, next: 'correct-entry' },
  ERR_STOCK: { ...ofTheMoment, statuses: anyRefusal, next: 'choose-other-card' },
  /** The service knows this ref, and refs are made once: the order it holds is ours, from an earlier attempt. */
  DUPLICATED_REF: { ...open, statuses: anyRefusal, next: 'follow-sale' },
  /** To a look-up it is an answer. To a request that starts work it only says that something stands between. */
  NOT_FOUND: { ...refusal, on: 'reads', statuses: [404], next: 'check-reference' },
  PAYMENT_NOT_FOUND: { ...refusal, on: 'reads', statuses: anyRefusal, next: 'check-reference' },
  PAYMENT_EXPIRED: { ...refusal, on: 'reads', statuses: anyRefusal, next: 'ask-new-payment' },
} as const satisfies Readonly<Record<string, RowOf>>

const onBills = {
  ...onBoth,
  ERR_VALIDATION: { ...refusal, statuses: [400], next: 'correct-entry' },
  INVALID_ACCOUNT: { ...refusal, statuses: [400], next: 'correct-entry' },
  /** As on the platform; a pay request that reuses its discovery's ref ends here too. */
  DUPLICATED_REF: { ...open, statuses: [403], next: 'follow-sale' },
  /** Pay answers it too, and then nothing is paid ("POST /v3/bills/pay", rule 2). */
  NOT_FOUND: { ...ofTheMoment, statuses: [404], next: 'check-reference' },
  BILL_ALREADY_PAID: { ...ofTheMoment, statuses: [409], next: 'offer-nothing-due' },
  /** This call charged nothing, but whose payment is under way is read from the transaction. */
  PAYMENT_IN_PROGRESS: { ...ofTheMoment, statuses: [409], next: 'follow-bill' },
  /** Nothing charged, and the ref is not consumed. */
  PARTNER_UNAVAILABLE: { ...beforeWork, statuses: [503], next: 'wait-and-resend' },
  /** The request never reached the payment path. */
  AUTH_UNAVAILABLE: { ...beforeWork, statuses: [503], next: 'wait-and-resend' },
  /** Maintenance: the document does not say that nothing was charged. */
  SERVICE_UNAVAILABLE: { ...open, statuses: [503], next: 'follow-sale' },
  INTERNAL_ERROR: { ...open, statuses: [500], next: 'follow-sale' },
} as const satisfies Readonly<Record<string, RowOf>>

/** Every code that a table knows, on either host. */
export type ServiceErrorCode = keyof typeof onPlatform | keyof typeof onBills

const codesOf = <Code extends string>(rows: Readonly<Record<Code, RowOf>>): readonly Code[] =>
  Object.keys(rows) as Code[]

export const serviceErrors: readonly ServiceErrorRow[] = [
  ...codesOf(onPlatform).map((code) => ({ code, host: 'platform', ...onPlatform[code] }) as const),
  ...codesOf(onBills).map((code) => ({ code, host: 'bills', ...onBills[code] }) as const),
]

/** The row of a code as the service spells it, or undefined for a code that no table knows. */
export function findServiceError(host: ServiceHost, code: string): ServiceErrorRow | undefined {
  return serviceErrors.find((row) => row.host === host && row.code === code)
}

/** Whether this is a code that proves of an answer, on either host, that it took no money. */
export const isRefusalCode = (code: string | null): code is string =>
  serviceErrors.some((row) => row.code === code && row.money === 'no')

/** Steps under which the same request would be refused again. */
const stepsWithoutResend: readonly CashierStep[] = ['offer-nothing-due', 'choose-other-card']

/** Whether the same request, sent again, would only be refused again. */
export const isResentInVain = (code: string | null | undefined): boolean =>
  serviceErrors.some((row) => row.code === code && stepsWithoutResend.includes(row.next))

/** An error that no row explains: a code or a status nobody has seen proves nothing about the money. */
export const unexplainedError: ServiceErrorMeaning = {
  on: 'any',
  money: 'unknown',
  resend: 'after-look-up',
  next: 'follow-sale',
}

/** The statuses that speak for every code that no table knows, each with the code that it then stands for. */
export type CodeOfStatus = Readonly<Partial<Record<number, ServiceErrorCode>>>

/** The document gives 429 no code. */
const everywhere: CodeOfStatus = { 429: 'RATE_LIMIT_EXCEEDED' }

/**
 * The row that explains an error answer, or undefined where none does: an unknown code, or a known one with a status that
 * it is not believed with. Callers then take `unexplainedError`. `codeOfStatus` is the endpoint's own.
 */
export function explainServiceError(
  host: ServiceHost,
  status: number,
  code: string,
  codeOfStatus: CodeOfStatus = {},
): ServiceErrorRow | undefined {
  const meant = { ...everywhere, ...codeOfStatus }[status]
  const row = findServiceError(host, code) ?? (meant && findServiceError(host, meant))
  return row?.statuses.includes(status) ? row : undefined
}
