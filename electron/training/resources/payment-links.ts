/** Payment links: creation and status (service-api.md, "Payment link status"; creation by public practice). */
import * as z from 'zod'
import { centimes, dinarsOf } from '#shared/money.ts'
import { paymentLinkRequestSchema } from '#shared/payment-link.ts'
import { found, type Reply, refuse, started } from '../answer.ts'
import { platformTime } from '../behaviour/times.ts'
import type { Call } from '../call.ts'
import { isRefusal, readFields } from '../fields.ts'
import { findPaymentLink, makePaymentLink } from '../payment-links.ts'
import { planTimeline, stageAt, startOf } from '../timeline.ts'
import { describeStage, linkStages, linkSteps } from './payment-link-outcome.ts'

/** Nobody can pay a training link: the address is one that never resolves. */
const PAYMENT_PAGE = 'https://pay.training.invalid/'

/** POST /v3/paylink/createLink: makes a link. Refuses ERR_VALIDATION. */
export function createLink(call: Call): Reply {
  const request = readFields(call.host, paymentLinkRequestSchema, call.body)
  if (isRefusal(request)) return request
  const { nowMs, speed, holder, behaviour } = call
  const { title, description, amount } = request.productInfo
  const timeline = planTimeline(linkSteps(amount), { startMs: nowMs, speed })
  const link = makePaymentLink(call, {
    environment: holder.environment,
    amountCentimes: centimes(amount * 100),
    request,
    createdAtMs: nowMs,
    timeline,
    creditAtMs: startOf(timeline, 'paid') ?? null,
  })
  const { feeMode = 'NO_FEE', successMessage, redirectUrl } = request
  const paymentUrl = `${PAYMENT_PAGE}${link.ref}`
  const data = {
    paymentUrl,
    paymentRef: link.ref,
    paymentLink: {
      _id: link.id,
      paymentRef: link.ref,
      paymentUrl,
      productInfo: { title, ...(description === undefined ? {} : { description }), amount },
      feeMode,
      ...(successMessage === undefined ? {} : { successMessage }),
      ...(redirectUrl === undefined ? {} : { redirectUrl }),
      createdAt: platformTime(behaviour, nowMs),
    },
  }
  return started(data, behaviour)
}

/**
 * GET /v3/paylink/checkPayment/{ref}: where the payment stands. A key of either environment reads links of both, and the
 * answer says which kind it is. An expired link is FAILED by the document's table, and PAYMENT_EXPIRED by its codes.
 */
export function checkPayment({ store, params, nowMs, behaviour }: Call): Reply {
  const link = findPaymentLink(store, params['ref'] ?? '')
  if (!link) return refuse(404, 'PAYMENT_NOT_FOUND', 'No payment under this reference')
  const stage = z.enum(linkStages).parse(stageAt(link.timeline, nowMs).status)
  if (stage === 'expired' && behaviour.linkExpired === 'PAYMENT_EXPIRED') {
    return refuse(410, 'PAYMENT_EXPIRED', 'The payment link has expired')
  }
  const createdAtMs = startOf(link.timeline, 'initiated') ?? link.createdAtMs
  return {
    ...found({
      ...describeStage(stage),
      paymentRef: link.ref,
      transactionDetails: {
        amount: dinarsOf(link.amountCentimes),
        currency: 'DZD',
        isSandbox: link.environment === 'sandbox',
        ...(stage === 'untouched' ? {} : { createdDate: platformTime(behaviour, createdAtMs) }),
      },
    }),
    requestIdIn: 'meta',
  }
}
