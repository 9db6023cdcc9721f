/**
 * What a person decides of a sale in doubt who asks the service's own people: the truth. Where they say that it may still
 * come, or has not ended, nothing is decided yet.
 */
import type { AppError } from '#shared/app-error.ts'
import type { DecidedEnd } from '#shared/decisions.ts'
import type { SaleView } from '#shared/views.ts'
import type { Life } from '../counter/life.ts'

/** The orders that are this sale's at the service, how the one ended, and whether one may still be made. */
export type ReadTruth = (ref: SaleView['ref']) => Promise<{
  readonly held: readonly string[]
  readonly end: DecidedEnd | null
  readonly mayStillCome: boolean
}>

const signed = { who: 'Amel', why: 'the service says so' } as const

export async function decideByTruth(life: Life, sale: SaleView, readTruth: ReadTruth): Promise<void> {
  const { ref, candidates } = sale
  const { held, end, mayStillCome } = await readTruth(ref)
  const seen = candidates.map(({ serviceId }) => serviceId)
  const ours = candidates.find(({ serviceId }) => held.includes(serviceId))
  if (ours !== undefined) {
    const decision = { kind: 'link', serviceId: ours.serviceId } as const
    const linked = await life.ask('sale.decide', { ref, decision, seen, ...signed })
    if (linked.ok || !isOfAnother(linked.error)) return
  }
  if (held.length === 0 && !mayStillCome) {
    await life.ask('sale.decide', { ref, decision: { kind: 'not-received' }, seen, ...signed })
  } else if (held.length > 0 && end !== null) {
    await life.ask('sale.decide', { ref, decision: { kind: end, saw: 'its record' }, seen, ...signed })
  }
}

/** The service shows something else under the id of the row: what cannot be linked is told by its end. */
const isOfAnother = (error: AppError | { readonly kind: 'gone' }): boolean =>
  error.kind === 'invalid-input' && error.problem === 'contradicts'

/** Decides every sale that is left to a person. What else is in doubt is for the look-ups to settle. */
export async function decideOpenChoices(life: Life, readTruth: ReadTruth): Promise<void> {
  const snapshot = await life.ask('app.snapshot', {})
  if (!snapshot.ok) return
  for (const sale of snapshot.value.sales) {
    if (sale.decidable) await decideByTruth(life, sale, readTruth)
  }
}
