/**
 * The two names of one address. Chromium knows no `comptoir:` scheme, so `comptoir://counter/x` is
 * `https://counter.comptoir.invalid/x` in the page: a secure origin on a name that no network resolves.
 */

const suffix = '.invalid'

/** The address as the page sees it, for an address of a scheme that the app has registered. */
export function toPageUrl(appUrl: string): string {
  const [, scheme, host, rest] = /^([a-z]+):\/\/([^/]*)(.*)$/.exec(appUrl) ?? []
  if (scheme === undefined || scheme === 'https' || scheme === 'http') return appUrl
  return `https://${host}.${scheme}${suffix}${rest || '/'}`
}

/** The address as the shell knows it; one that is not ours comes back as it was. */
export function toAppUrl(pageUrl: string): string {
  const [, host, scheme, rest] = /^https:\/\/([^/]+)\.([a-z]+)\.invalid(\/.*)?$/.exec(pageUrl) ?? []
  return host === undefined ? pageUrl : `${scheme}://${host}${rest ?? '/'}`
}

/** Scheme and host, as Electron's `WebFrameMain.origin` gives them. */
export const originOf = (appUrl: string): string => /^[a-z]+:\/\/[^/]*/.exec(appUrl)?.[0] ?? 'null'
