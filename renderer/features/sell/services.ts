/** The services on sale, in the order of their tabs: each kind of sale, and payment links. */
import { unreachable } from '#shared/result.ts'
import { productFlows } from '../../products/flows.ts'
import { paymentLinkFlow } from '../payment-link/entry.ts'
import { createStartEntry, type OnSale, type StartEntry, type StartHand, startFlow } from '../start/entry.ts'
import type { InputMode, SellStep, ServiceEntry, ServiceFlow, Wizard } from './flow.ts'

export const flows = { ...productFlows, 'payment-link': paymentLinkFlow } as const

export type Service = keyof typeof flows
export const services = Object.keys(flows) as readonly Service[]

/** Where something is put together: the one field, with which the counter opens, and each service. */
const places = { ...flows, start: startFlow } as const
export type Place = keyof typeof places

/** What is sold is being put together: one union a place. */
export type EntryStep = (typeof places)[Place]['firstStep']

type ServiceEntries = { readonly [Name in Service]: ReturnType<(typeof flows)[Name]['createEntry']> }
/** What each place's own steps can do. */
export type Entries = ServiceEntries & { readonly start: StartEntry }

export function createEntries(wizard: Wizard, hand: StartHand): Entries {
  // Each entry is made by the flow of its name.
  const entries = Object.fromEntries(
    services.map((service) => [service, flows[service].createEntry(wizard)]),
  ) as ServiceEntries
  // What is taken was made by the reader of the same service.
  const takers = entries as OnSale['takers']
  return { ...entries, start: createStartEntry(wizard, { flows, takers }, hand) }
}

export const firstStepOf = (place: Place): EntryStep => places[place].firstStep

/** The flow of a step takes the steps of its place alone, of which this is one. */
const flowOf = ({ service }: EntryStep) =>
  places[service] as Pick<
    ServiceFlow<EntryStep, ServiceEntry>,
    'back' | 'inputModes' | 'picksInField' | 'takesScan' | 'holdsScan' | 'isFieldEmpty'
  >

/** What the keyboard is for at a step in which something is put together. */
export const inputModeOf = (step: EntryStep): InputMode => flowOf(step).inputModes[step.at]

/** Whether a digit answers a question beside the field of the step. */
export const picksInField = (step: EntryStep, digit: number): boolean =>
  flowOf(step).picksInField?.(step, digit) ?? false

/** Whether a scanned text goes on from the step, which has no field for it. */
export const takesScan = (step: EntryStep, text: string): boolean =>
  flowOf(step).takesScan?.(step, text) ?? false

/** Whether a scanned text waits for the choice of the step. */
export const holdsScan = (step: EntryStep): boolean => flowOf(step).holdsScan?.(step) ?? false

/** Whether Enter finds nothing in the field of the step, and nothing else to do there. */
export const isFieldEmpty = (step: EntryStep): boolean => flowOf(step).isFieldEmpty?.(step) ?? false

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
