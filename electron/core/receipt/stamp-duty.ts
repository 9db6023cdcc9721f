/** The stamp duty on a receipt for cash (Finance Law 2025, article 46). Data of a law: another year's is another table. */
import { type Centimes, centimes } from '#shared/money.ts'

const DINAR = 100
/** The scale's first day. */
const VALID_FROM_MS = Date.UTC(2025, 0, 1)
/** Up to which amount, in dinars, how many dinars are due for each hundred or part of one. The whole amount is in one band. */
const bands = [
  { upTo: 300, perHundred: 0 },
  { upTo: 30_000, perHundred: 1 },
  { upTo: 100_000, perHundred: 1.5 },
  { upTo: Number.POSITIVE_INFINITY, perHundred: 2 },
] as const
const LEAST = 5 * DINAR

/** How much of what was paid in cash at that time is stamp duty; 0 where none is due, and of a time before the scale. */
export function stampDutyOf(paidCentimes: Centimes, atMs: number): Centimes {
  if (atMs < VALID_FROM_MS) return centimes(0)
  const band = bands.find(({ upTo }) => paidCentimes <= upTo * DINAR)
  const perHundred = band?.perHundred ?? 0
  if (perHundred === 0) return centimes(0)
  const hundreds = Math.ceil(paidCentimes / (100 * DINAR))
  return centimes(Math.max(LEAST, Math.round(hundreds * perHundred * DINAR)))
}
