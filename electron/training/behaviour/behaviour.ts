/** How this service behaves where the document leaves it open: one value for each point, the first one where none is given. */
import * as z from 'zod'

/**
 * What the document leaves open, as data: by the id of its row in docs/unspecified-behaviour.md, the ways in which a service
 * may behave there. The first of them is what training shows at the counter.
 */
const answers = {
  startedStatus: ['200', '201', '202'],
  requestIdForm: ['uuid', 'prefixed', 'number'],
  contentType: ['with-charset', 'bare', 'upper-case'],
  furtherFields: ['none', 'some'],
  absentFields: ['left-out', 'null'],
  serviceClock: ['right', 'hour-ahead', 'hour-behind', 'minutes-ahead'],
  timestampForm: ['milliseconds', 'seconds', 'microseconds', 'offset'],
  errorLanguage: ['english', 'french', 'arabic', 'none'],
  errorDetails: ['first-field', 'list', 'none'],
  billErrorDetails: ['path-and-rule', 'sentence', 'names'],
  platformNotFound: ['NOT_FOUND', 'TOPUP_NOT_FOUND', 'ERR_NOT_FOUND'],
  unknownPath: ['NOT_FOUND', 'ROUTE_NOT_FOUND', 'page'],
  disruptionCode: ['SERVICE_UNAVAILABLE', 'MAINTENANCE', 'TEMPORARILY_UNAVAILABLE'],
  maintenanceWait: ['half-minute', 'date', 'ten-minutes'],
} as const

const limits = {
  rateWindow: ['minute', 'ten-seconds', 'quarter-hour'],
  rateWindowKind: ['fixed', 'refilled'],
  rateReset: ['right', 'hour-ahead', 'past'],
  rateCode: ['RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'RATE_LIMITED'],
  rateRetryAfter: ['absent', 'seconds'],
  rateHeaders: ['always', 'while-allowed'],
  rateCaller: ['key', 'address'],
  rateRefused: ['ignored', 'extends'],
  rateOfBills: ['none', 'own', 'shared'],
  rateCheck: ['before-key', 'after-key'],
} as const

const keys = {
  scopeCode: ['INSUFFICIENT_SCOPE', 'FORBIDDEN', 'READ_ONLY_KEY'],
  scopeCheck: ['before-body', 'after-body'],
  keyIdentifier: ['key', 'masked', 'own'],
  disabledKey: ['API_DISABLED', 'ACCOUNT_DISABLED', 'INVALID_ACCESS_TOKEN'],
  failuresForgotten: ['good-key', 'block'],
  failuresCounted: ['together', 'by-host'],
  missingKey: ['not-counted', 'counted'],
  pingKey: ['not-asked', 'asked'],
  fifthFailure: ['INVALID_ACCESS_TOKEN', 'IP_BLOCKED'],
  blockedAttempts: ['ignored', 'extend'],
  userName: ['national', 'international'],
} as const

const orders = {
  orderChecks: ['ref-stock-balance', 'stock-balance-ref', 'balance-stock-ref'],
  repeatedRef: ['refused', 'earlier-order'],
  refusedRef: ['free', 'used'],
  validationStatus: ['400', '422'],
  phoneStatus: ['400', '422'],
  stockStatus: ['400', '403', '409'],
  balanceStatus: ['403', '400', '402'],
  duplicateStatus: ['403', '400', '409'],
  balanceAge: ['now', 'minute-old'],
  amountDigits: ['exact', 'binary-noise'],
  refundTime: ['with-status', 'later'],
  debitTime: ['with-order', 'with-end'],
  orderClock: ['right', 'ahead', 'behind'],
  platformTimes: ['utc', 'offset', 'local-as-utc', 'local-bare'],
  timeDigits: ['milliseconds', 'seconds', 'microseconds'],
  refLookUpLag: ['none', 'forty-five-seconds', 'three-minutes'],
  idLookUpLag: ['none', 'ten-seconds'],
} as const

const mobile = {
  newBalance: ['after', 'before', 'absent'],
  mobileCost: ['nearest-centime', 'up-to-dinar', 'down-to-dinar'],
  wholesaleCost: ['face', 'below-face'],
  zeroDebit: ['none', 'row'],
  mobileRef: ['supplied', 'own-in-record', 'own'],
  mobileRefLookUp: ['supplied', 'as-shown'],
  mobileRecordId: ['answered', 'own'],
  mobileNumber: ['as-sent', 'masked', 'international'],
  mobilePlanCode: ['as-sent', 'own'],
  mobileOpenWord: ['practice', 'IN_PROGRESS', 'none'],
  mobileRefundWord: ['REFUNDED', 'CANCELLED', 'FAILED'],
  mobilePace: ['seconds', 'instant', 'minutes'],
  handSettled: ['minute', 'hours'],
  menuEnd: ['FULFILLED', 'REFUNDED'],
  menuListed: ['listed', 'left-out'],
  rowOffers: ['told', 'left-out'],
  refundedDebit: ['kept', 'zero'],
  disabledPlans: ['listed', 'left-out'],
} as const

const internet = {
  internetPace: ['three-seconds', 'forty-seconds', 'minutes'],
  queueLasts: ['seconds', 'twelve-hours', 'two-days'],
  queueEnds: ['FULFILLED', 'REFUNDED'],
  queueLeft: ['at-its-end', 'through-HANDLING'],
  internetIdNames: ['both', '_id', 'topupId'],
  internetRefNames: ['both', 'ref', 'topupRef', 'none'],
  internetNumber: ['as-sent', 'masked', 'absent'],
  internetAmount: ['denomination', 'cost', 'absent', 'before-tax'],
  internetType: ['as-sent', 'as-checked', 'absent'],
  cardCodeTime: ['with-status', 'later', 'never'],
  emptyShelf: ['listed', 'left-out'],
} as const

const giftCards = {
  giftPace: ['seconds', 'instant', 'minutes'],
  giftOpenWord: ['HANDLING', 'PENDING', 'none'],
  giftPartWord: ['PARTIALLY_FILLED', 'FULFILLED', 'REFUNDED'],
  giftRefundWord: ['REFUNDED', 'CANCELLED', 'FAILED'],
  giftRowId: ['answered', 'own', 'own-beside'],
  giftRowType: ['ordered', 'own'],
  giftRowPrice: ['quoted', 'other'],
  giftFulfilledAmount: ['debited', 'listed'],
  giftCardsTime: ['with-status', 'later', 'one-by-one'],
  giftSerial: ['text', 'empty'],
  giftTime: ['ordered', 'ended'],
  giftLookUpLag: ['none', 'ten-seconds', 'three-minutes'],
  disabledProducts: ['listed', 'left-out'],
  catalogRegion: ['present', 'absent'],
} as const

const paths = {
  historyPath: ['there', 'missing'],
  mobileRefPath: ['there', 'missing'],
  mobileIdPath: ['there', 'missing'],
  internetRefPath: ['there', 'missing'],
  internetIdPath: ['there', 'missing'],
  giftOrderPath: ['there', 'missing'],
  billRefPath: ['there', 'missing'],
  pingPath: ['there', 'missing'],
} as const

const lists = {
  listOrder: ['newest-first', 'oldest-first'],
  listWindow: ['honoured', 'hour-early', 'hour-late', 'whole-days', 'midnights', 'ignored'],
  windowEdges: ['included', 'excluded'],
  giftWindow: ['each-alone', 'together'],
  pagePastEnd: ['empty', 'last-page', 'refused'],
  emptyPages: ['0', '1'],
  pageEdges: ['exact', 'row-again'],
  mobileListLag: ['none', 'minute', 'seven-minutes'],
  giftListLag: ['none', 'minute', 'seven-minutes'],
  rowStatusAge: ['now', 'minute-old'],
  mobileListHolds: ['all', 'ended'],
  giftListHolds: ['all', 'ended'],
} as const

const history = {
  historyWords: ['practice', 'plain', 'sides', 'one-word'],
  historyId: ['present', 'absent'],
  historyOperation: ['present', 'absent'],
  historyObject: ['present', 'absent'],
  historyNote: ['ref', 'text', 'absent'],
  historyBalances: ['present', 'absent'],
  historyAmount: ['unsigned', 'signed'],
  historyRefund: ['own-row', 'debit-gone'],
  historyFee: ['in-total', 'own-row'],
  historyTime: ['when-moved', 'minute-later'],
  historyLag: ['none', 'minute', 'seven-minutes'],
  historyPages: ['honoured', 'all-at-once'],
} as const

const links = {
  linkUnknown: ['404', '400'],
  linkExpired: ['FAILED', 'PAYMENT_EXPIRED'],
  linkExpiredStatus: ['410', '404', '400'],
  linkCredit: ['whole', 'less-fee'],
  linkCreditTime: ['with-status', 'hours-later'],
  linkFailed: ['for-good', 'then-paid'],
} as const

const bills = {
  discoveryPace: ['seconds', 'half-minute', 'minutes'],
  paymentPace: ['seconds', 'minute', 'hours'],
  unknownEnds: ['practice', 'FAILED'],
  unknownLeft: ['at-its-end', 'through-PROCESSING'],
  unknownGuard: ['under-way', 'finished'],
  payGuard: ['bill', 'account'],
  refundedFrom: ['UNKNOWN', 'PROCESSING', 'SUCCESS'],
  transactionLag: ['none', 'five-seconds'],
  paymentLag: ['none', 'five-seconds', 'minute'],
  billTimes: ['utc', 'offset', 'local-as-utc', 'local-bare'],
  billClock: ['right', 'hour-ahead', 'minutes-behind'],
  billIds: ['by-account', 'by-discovery'],
  selectedBillId: ['as-listed', 'own'],
  selectedOrder: ['as-asked', 'reversed'],
  transactionAccount: ['as-asked', 'own'],
  absentBillFields: ['left-out', 'null'],
  paymentErrorCode: ['PAYMENT_DECLINED', 'PARTNER_UNAVAILABLE', 'BILL_ALREADY_PAID'],
  accountRefusals: ['at-once', 'in-transaction'],
  billExtras: ['present', 'absent'],
  staleBills: ['never', 'ten-minutes'],
  refsFreed: ['failed-and-refunded', 'never'],
  payChecks: ['ref-first', 'state-first', 'partner-first', 'guards-first'],
  payBalance: ['403', '400', 'declined'],
  aadlFee: ['as-others', 'none', 'flat'],
  feeRounding: ['centime', 'dinar-up', 'dinar-down'],
  receiptTime: ['with-status', 'ten-minutes-later'],
  receiptName: ['plain', 'encoded'],
} as const

const behaviourPoints = {
  ...answers,
  ...limits,
  ...keys,
  ...orders,
  ...mobile,
  ...internet,
  ...giftCards,
  ...paths,
  ...lists,
  ...history,
  ...links,
  ...bills,
} as const

export type BehaviourPoint = keyof typeof behaviourPoints
export type Behaviour = {
  readonly [Point in BehaviourPoint]: (typeof behaviourPoints)[Point][number]
}

export const behaviourPointIds = Object.keys(behaviourPoints) as readonly BehaviourPoint[]
export const behaviourValues = (point: BehaviourPoint): readonly string[] => behaviourPoints[point]

const pointSchema = z.enum(behaviourPointIds)

/** Some points with their values; the others behave as they do at the counter. */
export const behaviourSchema = z
  .record(z.string(), z.string())
  .default({})
  .transform((given, context): Behaviour => {
    for (const [point, value] of Object.entries(given)) {
      const known = pointSchema.safeParse(point)
      if (!known.success) context.addIssue(`has no point ${point}`)
      else if (!behaviourValues(known.data).includes(value)) context.addIssue(`${point} is never ${value}`)
    }
    // Every value was checked against its point's own.
    return { ...defaultBehaviour, ...(given as Partial<Behaviour>) }
  })

export const defaultBehaviour = Object.fromEntries(
  behaviourPointIds.map((point) => [point, behaviourPoints[point][0]]),
) as Behaviour
