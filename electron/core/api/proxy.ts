/**
 * The shop's proxy. Only https goes through it, in a tunnel that it cannot look into; plain http is this machine alone
 * (addresses.ts), and would hand the key to the proxy in the clear.
 */

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
