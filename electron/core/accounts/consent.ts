/**
 * To which hosts what was copied may go. Keeps that a page alone sends nothing away: a host that no account is at is agreed
 * to by a person, before the clipboard is touched, in a window that no page can press.
 */
import type { AddressesInput } from '#shared/accounts.ts'
import { readAddress } from '../api/addresses.ts'
import type { CounterPorts, Log } from '../ports.ts'

/** Hosts that were agreed to and may be asked again: whoever mistyped a key is not questioned twice. */
const MAX_AGREED = 20

export interface ConsentOptions extends Pick<CounterPorts, 'confirm'> {
  readonly log: Log
  /** Where there is an account already. */
  known(): readonly AddressesInput[]
}

/** Answers whether the person lets a key go to these addresses, which have been judged. Never rejects. */
export function createConsent({ confirm, known, log }: ConsentOptions) {
  const agreed = new Set<string>()

  return async (addresses: AddressesInput): Promise<boolean> => {
    const familiar = new Set([...known().flatMap(originsOf), ...agreed])
    const hosts = [...new Set(originsOf(addresses))].filter((origin) => !familiar.has(origin))
    if (hosts.length === 0) return true
    const isAgreed = await confirm({ kind: 'send-key', hosts }).catch((fault: unknown) => {
      log.write('warn', 'the person could not be asked', { fault: String(fault) })
      return false
    })
    if (isAgreed && agreed.size < MAX_AGREED) for (const origin of hosts) agreed.add(origin)
    return isAgreed
  }
}

const originsOf = ({ baseUrl, billUrl }: AddressesInput): readonly string[] =>
  [baseUrl, billUrl].flatMap((text) => {
    const address = readAddress(text)
    return address.ok ? [address.origin] : []
  })
