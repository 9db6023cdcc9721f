/**
 * Which addresses the system may be asked to open: a short list of origins, two shapes of messages, and nothing that has to be
 * guessed.
 *
 * Invariant: what a page asks for is https on a listed origin to the letter; a name inside of another name, another port or a
 * user before the host is another origin. What the core asks for is a text to one receiver, and can attach nothing.
 */
import { messageLinkMaxCharacters } from '#shared/receipt-sending.ts'

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

/** Text of a link that cannot end it: letters, digits and escapes. */
const escaped = '(?:[A-Za-z0-9._~-]|%(?!00)[0-9A-F]{2})+'
/** A listed host with its number; or one address of mail, without a copy to anybody and without a file. */
const messageShapes = [
  new RegExp(`^https://(wa\\.me/[1-9][0-9]{7,14})\\?text=(${escaped})$`),
  new RegExp(`^mailto:((?:[A-Za-z0-9._-]|%2B)+@[A-Za-z0-9.-]+)\\?subject=(${escaped})&body=(${escaped})$`),
]

export type MessageVerdict =
  | { readonly kind: 'ask'; readonly href: string; readonly isMail: boolean; readonly shown: string }
  | { readonly kind: 'refused'; readonly what: string }

/** Judges the link of a message of the core's. `shown`: to whom, and the text as they will read it. */
export function judgeMessage(link: string): MessageVerdict {
  const found = messageShapes.map((shape) => shape.exec(link)).find((parts) => parts !== null)
  const shown = found?.slice(1).map(readable) ?? [undefined]
  if (link.length > messageLinkMaxCharacters || shown.includes(undefined)) {
    return { kind: 'refused', what: 'not a message' }
  }
  return { kind: 'ask', href: link, isMail: link.startsWith('mailto:'), shown: shown.join('\n\n') }
}

/** Undefined for escapes that are no text. */
function readable(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
