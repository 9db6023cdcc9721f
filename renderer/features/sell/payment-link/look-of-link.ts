/** The looks that a sale of the same standing has. */
import type { LinkPhase } from '#shared/payment-link.ts'
import type { IconName } from '../../../components/icon.tsx'

export const lookOfLink = {
  untouched: 'queued',
  'being-paid': 'handling',
  paid: 'fulfilled',
  failed: 'refused',
  expired: 'cancelled',
  unknown: 'unknown',
} as const satisfies Readonly<Record<LinkPhase, IconName>>
