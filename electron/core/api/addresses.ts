/**
 * Where the two hosts are. The key goes out only to an address that cannot be listened to: https, or this machine
 * itself, where the training service lives.
 */
import type { ServiceHost } from '#shared/service-errors.ts'

type Address =
  | { readonly ok: true; readonly origin: string; readonly prefix: string }
  | { readonly ok: false; readonly reason: 'bad-address' | 'insecure-address' }

export type Addresses = Readonly<Record<ServiceHost, Address>>

const loopback = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** Reads a base address such as `https://host` or `https://host/prefix`. */
export function readAddress(text: string): Address {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return { ok: false, reason: 'bad-address' }
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  if (!secure) return { ok: false, reason: 'insecure-address' }
  return { ok: true, origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

// The shop's proxy. Only https goes through it, in a tunnel that it cannot look into; plain http is this machine alone
// (addresses.ts), and would hand the key to the proxy in the clear.

export interface ProxySettings {
  /** `http://` or `https://`, with a name and password where the proxy wants them. */
  readonly url: string
  /** Hosts that are reached without it, as NO_PROXY lists them; empty for none. */
  readonly except: string
}

/** What the environment asks for, lower case first as everywhere: HTTPS_PROXY, else HTTP_PROXY, and NO_PROXY. */
export function proxyOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings | undefined {
  const named = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined
  const url = named('HTTPS_PROXY') ?? named('HTTP_PROXY')
  return url === undefined ? undefined : { url, except: named('NO_PROXY') ?? '' }
}

/** What undici's agent would otherwise take from the environment. `connect` is of the proxy and of what is behind it. */
export const agentThrough = <Connect>({ url, except }: ProxySettings, connect: Connect) => ({
  ...{ httpProxy: url, httpsProxy: url, noProxy: except },
  ...{ requestTls: connect, proxyTls: connect },
})

/** A proxy of another kind, or an address that is none, is refused: going round it unasked would be no better. */
export const isProxyUsable = ({ url }: ProxySettings): boolean =>
  ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
