/** The services on sale, in the order of their tabs: each kind of sale, and payment links. */
import { orderKinds } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import { productFlows } from '../../products/flows.ts'
import { paymentLinkFlow } from '../payment-link/entry.ts'
import type { InputMode, SellStep, ServiceEntry, ServiceFlow, Wizard } from './flow.ts'

export const flows = { ...productFlows, 'payment-link': paymentLinkFlow } as const

export type Service = keyof typeof flows
export const services = Object.keys(flows) as readonly Service[]

/** What the counter opens with. */
export const firstService: Service = orderKinds[0]

/** What is sold is being put together: one union a service. */
export type EntryStep = (typeof flows)[Service]['firstStep']

/** What each service's own steps can do. */
export type Entries = { readonly [Name in Service]: ReturnType<(typeof flows)[Name]['createEntry']> }

export const createEntries = (wizard: Wizard): Entries =>
  // Each entry is made by the flow of its name.
  Object.fromEntries(services.map((service) => [service, flows[service].createEntry(wizard)])) as Entries

export const firstStepOf = (service: Service): EntryStep => flows[service].firstStep

/** The flow of a step takes the steps of its service alone, of which this is one. */
const flowOf = ({ service }: EntryStep) => flows[service] as ServiceFlow<EntryStep, ServiceEntry>

/** What the keyboard is for at a step in which something is put together. */
export const inputModeOf = (step: EntryStep): InputMode => flowOf(step).inputModes[step.at]

/** One step back. A sale that was asked for stays as it is: going back never cancels money in flight. */
export function stepBack(step: SellStep): SellStep {
  switch (step.kind) {
    case 'entry':
      return flowOf(step).back(step)
    case 'outcome':
      return firstStepOf(step.service)
    case 'review':
      return step.from
    case 'confirming':
    case 'lost':
      return step
    default:
      return unreachable(step)
  }
}
