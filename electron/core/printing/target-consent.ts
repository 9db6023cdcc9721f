/**
 * To which printers slips may go. A slip may hold codes, and a page that is not ours any more could name a host of its choice: a
 * printer over the network is agreed to by a person in the system's own window before the first byte, and one that is not on the
 * shop's own network is refused. A port of this machine is a network too: whatever listens there may send on what it hears.
 */
import { BlockList, isIP } from 'node:net'
import type { AppError } from '#shared/app-error.ts'
import type { PrinterSettings, PrinterTransport } from '#shared/printing.ts'
import type { Confirm, Log } from '../ports.ts'

/** Addresses of this machine, and those that only a network of the shop's own can have: RFC 1122, 1918, 3927, 4193, 4291. */
const own = new BlockList()
own.addAddress('::1', 'ipv6')
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  own.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  own.addSubnet(net, prefix, 'ipv6')

/**
 * Names that no public directory has: one word, or one of the endings that are kept for networks of one's own. A word of digits
 * is an address to the system.
 */
const ownName = /^(?!\d+$|0x[\da-f]+$)[^.]+$|\.(local|lan|home|internal|localdomain|home\.arpa)$/i

/** Kept for as long as the counter runs: whoever tries a printer out is not asked twice. */
const MAX_AGREED = 50

/** The machine of a shared printer of Windows, which is offered the user's own credentials there. */
const sharedBy = /^\\\\([^\\]+)/

/** The machine that a printer is reached by; undefined where the system has a queue or a device of it. */
function hostOf(transport: PrinterTransport): string | undefined {
  if (transport.kind === 'tcp') return transport.host
  return transport.kind === 'windows' ? sharedBy.exec(transport.queue)?.[1] : undefined
}

/** How far a printer is away: the system has a queue or a device of it, it is on the shop's network, or anywhere. */
function reachOf(transport: PrinterTransport): 'here' | 'network' | 'public' {
  const host = hostOf(transport)?.replace(/\.$/, '')
  if (host === undefined) return 'here'
  const version = isIP(host)
  const isOwn = version === 0 ? ownName.test(host) : own.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return isOwn ? 'network' : 'public'
}

const nameOf = (transport: PrinterTransport): string => {
  if (transport.kind === 'tcp') return `${transport.host}:${transport.port}`
  return transport.kind === 'windows' ? transport.queue : transport.kind
}

interface TargetConsentOptions {
  readonly confirm?: Confirm | undefined
  readonly log: Log
  /** The printer that the shop has: it was agreed to, or set before anybody was asked. */
  known(): PrinterSettings | null
}

export type TargetConsent = (printer: PrinterSettings | null | undefined) => Promise<AppError | undefined>

/** Answers why nothing may be sent to this printer; undefined where it may. Never rejects. */
export function createTargetConsent({ confirm, log, known }: TargetConsentOptions): TargetConsent {
  const agreed = new Set<string>()
  return async (printer) => {
    if (!printer) return undefined
    const reach = reachOf(printer.transport)
    if (reach === 'here') return undefined
    const where = nameOf(printer.transport)
    const before = known()
    if (agreed.has(where) || (before && nameOf(before.transport) === where)) return undefined
    if (reach === 'public') return { kind: 'invalid-input', field: 'printer.host', problem: 'public-address' }
    const isAgreed = await Promise.resolve(confirm?.({ kind: 'new-printer', where })).catch(
      (fault: unknown) => {
        log.write('warn', 'the person could not be asked', { fault: String(fault) })
        return false
      },
    )
    if (!isAgreed) return { kind: 'not-agreed' }
    if (agreed.size < MAX_AGREED) agreed.add(where)
    return undefined
  }
}
