/**
 * Which addresses the system's browser may be asked to open: a short list of origins, and nothing that has to be guessed.
 *
 * Invariant: https only, on a listed origin to the letter; a name inside of another name, another port or a user before
 * the host is another origin.
 */

/**
 * The public sites of those whose services are sold here: what a customer may ask to be shown. And the one by which a person
 * writes to a customer what they owe: text alone, and sent by that person or not at all.
 */
export const linkOrigins: readonly string[] = [
  'https://wa.me',
  'https://www.algerietelecom.dz',
  'https://www.djezzy.dz',
  'https://www.mobilis.dz',
  'https://www.ooredoo.dz',
]

/** Longer than any page's address that a person would want to open. */
const longestLink = 2000

export type LinkVerdict =
  | { readonly kind: 'ask'; readonly href: string; readonly host: string }
  /** `what` is scheme and host at the most: the rest of an address may hold what no log may. */
  | { readonly kind: 'refused'; readonly what: string }

/** Judges the address behind a link of a page of ours. */
export function judgeLink(text: string): LinkVerdict {
  if (text.length > longestLink || !URL.canParse(text)) return { kind: 'refused', what: 'not an address' }
  const { protocol, username, password, origin, host, href } = new URL(text)
  const isListed = linkOrigins.includes(origin) && username === '' && password === ''
  return isListed ? { kind: 'ask', href, host } : { kind: 'refused', what: `${protocol}//${host}` }
}
