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

/** A proxy of another kind, or an address that is none, is refused: going round it unasked would be no better. */
export const isProxyUsable = ({ url }: ProxySettings): boolean =>
  ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
