/** What a counter's process and its parent say to each other. */
import type { CallLimits } from '#core/api/limits.ts'
import type { AddressesInput } from '#shared/accounts.ts'
import type { NumberedEvent } from '#shared/ipc/wire.ts'

export interface Place {
  /** Of this counter alone: its data, and what stands for the keychain of its machine. */
  readonly folder: string
  readonly addresses: AddressesInput
  /** The shop's time at a moment of the machine's clock: a process takes a while to start. */
  readonly nowMs: number
  readonly atRealMs: number
  /** By how much the time of day of its machine is wrong. */
  readonly clockErrorMs: number
  /** Milliseconds of the shop in one of the machine's. */
  readonly pace: number
  readonly limits: Partial<CallLimits>
}

export type FromParent =
  | { readonly kind: 'open'; readonly place: Place }
  /** A person sets the machine's time of day. */
  | { readonly kind: 'clock'; readonly errorMs: number }
  /** The text lies on the clipboard from now on. */
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'command'; readonly id: number; readonly name: string; readonly input: unknown }

export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: NumberedEvent }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  /** The counter logged an error. */
  | { readonly kind: 'log'; readonly what: string; readonly facts: unknown }
