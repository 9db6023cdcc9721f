/**
 * What a person decides of a sale in doubt who asks the service's own people: the truth. Where they say that it may still
 * come, or has not ended, nothing is decided yet.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Decision } from '#shared/decisions.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { SaleView, Snapshot } from '#shared/views.ts'
import type { Life } from '../counter/life.ts'
import { isOneOrder } from '../invariants/claims.ts'

type Unseen<Said> = Said extends { readonly saw: string } ? Omit<Said, 'saw'> : never
/** How an order ended, as a person says it. */
export type SaidEnd = Unseen<Decision>

/** What a person can say of an order's end; `count`: how many of its cards came. Null where that is none. */
export function saidOf(end: string, count: number): SaidEnd | null {
  switch (end) {
    case 'fulfilled':
      return { kind: 'delivered' }
    case 'partly-fulfilled':
      return { kind: 'partly-delivered', count }
    case 'refunded':
    case 'refused':
      return { kind: 'refunded' }
    default:
      return null
  }
}

/** The orders that are this sale's at the service, how the one ended, and whether one may still be made. */
export type ReadTruth = (ref: SaleView['ref']) => Promise<{
  readonly held: readonly string[]
  readonly end: SaidEnd | null
  readonly mayStillCome: boolean
}>

const signed = { who: 'Amel', why: 'the service says so' } as const

export async function decideByTruth(life: Life, sale: SaleView, readTruth: ReadTruth): Promise<void> {
  const { ref, candidates } = sale
  const { held, end, mayStillCome } = await readTruth(ref)
  const seen = candidates.map(({ serviceId }) => serviceId)
  const ours = candidates.find(({ serviceId }) => held.includes(serviceId))
  const decide = (decision: CommandInput<'sale.decide'>['decision']) =>
    life.ask('sale.decide', { ref, decision, seen, ...signed })
  const another = await findAnothers(life, sale, held)
  // They err first: what another sale has, the counter does not give away.
  if (another !== undefined) await decide({ kind: 'link', serviceId: another })
  if (ours !== undefined) {
    const linked = await decide({ kind: 'link', serviceId: ours.serviceId })
    if (linked.ok || !isUnusable(linked.error)) return
  }
  if (held.length > 0 && end !== null) await decide({ ...end, saw: 'its record' })
  if (held.length === 0 && !mayStillCome) await decide({ kind: 'not-received' })
}

/** An order on offer that another sale has already, by whichever of its names. */
async function findAnothers(life: Life, { ref, candidates }: SaleView, held: readonly string[]) {
  const offered = candidates.map(({ serviceId }) => serviceId).filter((id) => !held.includes(id))
  const snapshot = offered.length > 0 ? await life.ask('app.snapshot', {}) : undefined
  const others = snapshot?.ok ? snapshot.value.sales.filter((other) => other.ref !== ref) : []
  const taken = others.flatMap(({ serviceId }) => serviceId ?? [])
  return offered.find((id) => taken.some((other) => isOneOrder(id, other)))
}

/** What is listed as another thing, or at another time, cannot be linked: how it ended can be stated all the same. */
const isUnusable = (error: AppError | { readonly kind: 'gone' }): boolean =>
  error.kind === 'invalid-input' && error.problem !== 'taken'

/** The counter shows that requests have been refused for long: nothing is to be asked for a while. */
export const hasLongRefusalNotice = ({ status }: Snapshot): boolean =>
  status.notices.includes('requests-refused-for-long')

/**
 * Decides every sale that is left to a person and whose time has come. What else is in doubt is for the look-ups to settle.
 * Whoever sees that notice waits: each refused request may make it longer.
 */
export async function decideOpenChoices(
  life: Life,
  readTruth: ReadTruth,
  isDue: (sale: SaleView) => boolean,
): Promise<void> {
  const snapshot = await life.ask('app.snapshot', {})
  if (!snapshot.ok || hasLongRefusalNotice(snapshot.value)) return
  for (const sale of snapshot.value.sales) {
    if (sale.decidable && isDue(sale)) await decideByTruth(life, sale, readTruth)
  }
}
