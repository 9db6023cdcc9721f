/**
 * Which addresses the system may be asked to open: two shapes of messages, and nothing that has to be guessed.
 *
 * Invariant: what is opened is a text to one receiver, and can attach nothing; both are shown as they will be read, whoever asks.
 * A page may ask for a message of WhatsApp alone: by any other address, whatever its host, it could carry out what it likes.
 */
import { messageLinkMaxCharacters } from '#shared/receipt-sending.ts'

/** Text of a link that cannot end it: letters, digits and escapes. */
const escaped = '(?:[A-Za-z0-9._~-]|%(?!00)[0-9A-F]{2})+'
/** With its number. */
const whatsAppShape = new RegExp(`^https://(wa\\.me/[1-9][0-9]{7,14})\\?text=(${escaped})$`)
/** One address of mail, without a copy to anybody and without a file. */
const mailShape = new RegExp(
  `^mailto:((?:[A-Za-z0-9._-]|%2B)+@[A-Za-z0-9.-]+)\\?subject=(${escaped})&body=(${escaped})$`,
)

export type MessageVerdict =
  | { readonly kind: 'ask'; readonly href: string; readonly isMail: boolean; readonly shown: string }
  /** `what` is scheme and host at the most: the rest of an address may hold what no log may. */
  | { readonly kind: 'refused'; readonly what: string }

/** Judges the address behind a link of a page of ours. */
export function judgeLink(text: string): MessageVerdict {
  if (whatsAppShape.test(text)) return judgeMessage(text)
  if (!URL.canParse(text)) return { kind: 'refused', what: 'not an address' }
  const { protocol, host } = new URL(text)
  return { kind: 'refused', what: `${protocol}//${host}` }
}

/** Judges the link of a message of the core's. `shown`: to whom, and the text as they will read it. */
export function judgeMessage(link: string): MessageVerdict {
  const found = [whatsAppShape, mailShape].map((shape) => shape.exec(link)).find((parts) => parts !== null)
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
