/**
 * Which key the service has named as the account's own, host by host, in this session. Keeps that nothing but that very
 * question goes out with any other key: one that came into the keychain meanwhile is asked about first. A bill host may be
 * another's: what begins work there waits for its own word. Holds salted digests and no key.
 */
import { hash } from 'node:crypto'
import type { ServiceHost } from '#shared/service-errors.ts'
import type { EndpointClass } from './endpoint.ts'
import { newSalt } from './key.ts'
import type { KeyWord } from './platform-records.ts'

/** Why a call does not go out with this key. No byte of it has left. */
export type BindingReason =
  /** The platform has not named this key the account's own, or has named it another's. */
  | 'key-unknown'
  /** The bill host has not been asked about this key, or did not answer. */
  | 'bill-host-unknown'
  /** The bill host takes this key for another environment's. */
  | 'bill-host-elsewhere'

export interface KeyAccountBinding {
  /** What a host has just said of this key. */
  note(host: ServiceHost, key: string, word: KeyWord): void
  /** What keeps such a call from going out with this key; undefined where it may go. */
  holds(
    call: { readonly host: ServiceHost; readonly class: EndpointClass },
    key: string,
  ): BindingReason | undefined
  /** The same for bills that would be paid with the key that the platform has named. */
  holdsBills(): BindingReason | undefined
}

/** Any key goes: it belongs to no account yet. */
const unbound: KeyAccountBinding = { note: () => {}, holds: () => undefined, holdsBills: () => undefined }

/** `isOwn`: whether what a host says of a key fits the account; without it there is no account. */
export function createKeyAccountBinding(isOwn: ((word: KeyWord) => boolean) | undefined): KeyAccountBinding {
  if (isOwn === undefined) return unbound
  const salt = newSalt()
  /** Never kept on a disk, and asked with every call: one round of the hash is enough, and a quarter of the work. */
  const digestOf = (key: string) => hash('sha256', `${salt}${key}`, 'base64')
  const said = new Map<ServiceHost, { readonly digest: string; readonly isOwn: boolean }>()

  function holdsBillsOf(digest: string): BindingReason | undefined {
    const bills = said.get('bills')
    if (bills?.digest !== digest) return 'bill-host-unknown'
    return bills.isOwn ? undefined : 'bill-host-elsewhere'
  }

  return {
    note(host, key, word) {
      said.set(host, { digest: digestOf(key), isOwn: isOwn(word) })
      // A bill host that was refused is asked again once the key was: that is how a person puts it right.
      if (host === 'platform' && said.get('bills')?.isOwn === false) said.delete('bills')
    },
    holds(call, key) {
      const digest = digestOf(key)
      const platform = said.get('platform')
      if (platform?.digest !== digest || !platform.isOwn) return 'key-unknown'
      return call.host === 'bills' && call.class !== 'read' ? holdsBillsOf(digest) : undefined
    },
    holdsBills: () => holdsBillsOf(said.get('platform')?.digest ?? ''),
  }
}
