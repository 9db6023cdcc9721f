/** A sample sale's slip in French, and what a customer reads on it. */
import { composeSlip } from '#core/receipt/compose.ts'
import type { Wording } from '#core/receipt/document.ts'
import { emptyShop } from '#shared/shop.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import { type SampleKind, sampleSale, soldAtMs } from './sample-sale.ts'

export const context = {
  shop: { ...emptyShop, name: 'El Baraka' },
  environment: 'production',
  nowMs: soldAtMs + 60_000,
} as const
export const french = (wording: Wording | null) => wording?.find(({ language }) => language === 'fr')?.text

export const compose = (phase: SalePhase, more = {}, kind: SampleKind = 'internet') =>
  composeSlip(sampleSale(phase, more, kind), 'fr', context)

type Slip = ReturnType<typeof compose>

export const lineOf = (slip: Slip, label: string) => slip.lines.find((line) => french(line.label) === label)

/** Label and value of each line, amounts in centimes. */
export const shownLines = (slip: Slip) =>
  slip.lines.map((line) => [french(line.label), line.kind === 'amount' ? line.amountCentimes : line.text])
