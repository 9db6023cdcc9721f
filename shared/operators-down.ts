/**
 * What the service says is down of mobile top-ups (GET /v3/ping, by public practice). A hint: it is shown before anything is
 * sent, and no sale fails by it. One list of names serves the client, the screens and the training service.
 */
import * as z from 'zod'
import type { MobilePlanView } from './on-sale.ts'
import type { Operator } from './phone.ts'

/** As the service spells them: each operator, and Mobilis' plans of a fixed amount, which can be down alone. */
export const mobileParts = ['mobilis', 'ooredoo', 'djezzy', 'mobilisFixedPlans'] as const
export type MobilePart = (typeof mobileParts)[number]

export const partStatuses = ['up', 'down'] as const
export type PartStatus = (typeof partStatuses)[number]

/** The parts that are down now. One that is not named is up, or nothing is known of it. */
export const mobileDownSchema = z.object({ down: z.array(z.enum(mobileParts)) })
export type MobileDownView = z.infer<typeof mobileDownSchema>

export const operatorOfPart: Readonly<Record<MobilePart, Operator>> = {
  mobilis: 'Mobilis',
  ooredoo: 'Ooredoo',
  djezzy: 'Djezzy',
  mobilisFixedPlans: 'Mobilis',
}

/** The part that keeps such a plan of this operator from going through; undefined where none is said to be down. */
export function partDownFor(
  { operator, kind }: Pick<MobilePlanView, 'operator' | 'kind'>,
  down: readonly MobilePart[],
): MobilePart | undefined {
  const concerns = (part: MobilePart) =>
    operatorOfPart[part] === operator && (part !== 'mobilisFixedPlans' || kind === 'fixed')
  return mobileParts.find((part) => down.includes(part) && concerns(part))
}
