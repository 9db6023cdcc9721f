/** How a link is told to stand, and the looks that a sale of the same standing has. */
import type { LinkPhase, PaymentLinkView } from '#shared/payment-link.ts'
import type { IconName } from '../../../components/icon.tsx'

/** As it was seen; or its time has run out, and nobody has looked since. */
export type LinkStanding = LinkPhase | 'outlived'

export const lookOfLink = {
  untouched: 'queued',
  'being-paid': 'handling',
  paid: 'fulfilled',
  failed: 'refused',
  expired: 'cancelled',
  unknown: 'unknown',
  outlived: 'unknown',
} as const satisfies Readonly<Record<LinkStanding, IconName>>

/** Longer than a watched link is left unseen. */
const LATELY_MS = 120_000

/** By the clock, a link does not wait for ever: once its time has run out, only a look of late tells that it does. */
export function standingOf(
  { phase, endsByMs, seenAtMs }: Pick<PaymentLinkView, 'phase' | 'endsByMs' | 'seenAtMs'>,
  nowMs: number,
): LinkStanding {
  if (endsByMs === null || nowMs < endsByMs) return phase
  return seenAtMs < Math.max(endsByMs, nowMs - LATELY_MS) ? 'outlived' : phase
}
