/** What a counter's process and its parent say to each other, cloned on its way and never on the command line. */

export interface Place {
  readonly dataDir: string
  /** Where a person saves what they are given. */
  readonly savedDir: string
  readonly training: { readonly baseUrl: string; readonly billUrl: string }
  readonly nowMs: number
  readonly pace: number
}

export type FromParent =
  | { readonly kind: 'open'; readonly place: Place }
  | { readonly kind: 'command'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'stop' }

export type FromChild =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'ask'; readonly id: number; readonly what: string; readonly details: readonly unknown[] }
