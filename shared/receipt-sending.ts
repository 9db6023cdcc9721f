/**
 * A receipt that a person sends by a program of their own: to whom, and the link that opens the message there. No such link can
 * attach a file. Invariant: whatever the words hold, they stay one text of the link and add nothing else to it.
 */
import * as z from 'zod'

/** A mobile of Algeria, or a number of another country as it is dialled from abroad: digits alone. */
const internationalNumberShape = /^(?:213[567][0-9]{8}|(?!213)[1-9][0-9]{7,14})$/
/** One plain address: what a link or a program could take for more than that is refused. */
const emailShape =
  /^(?=.{6,254}$)[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)+$/

export const receiptChannels = ['whatsapp', 'email'] as const
export type ReceiptChannel = (typeof receiptChannels)[number]

export const receiptRecipientSchema = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal('whatsapp'), number: z.string().regex(internationalNumberShape) }),
  z.strictObject({ channel: z.literal('email'), address: z.string().regex(emailShape) }),
])
export type ReceiptRecipient = z.infer<typeof receiptRecipientSchema>

export const emailMaxCharacters = 254

export interface ReceiptMessage {
  readonly subject: string
  readonly lines: readonly string[]
}

/** What Windows hands to a program, with a reserve: 2,081 characters. */
export const messageLinkMaxCharacters = 2_000

export function receiptLink(to: ReceiptRecipient, { subject, lines }: ReceiptMessage): string {
  if (to.channel === 'whatsapp') return `https://wa.me/${to.number}?text=${encode(lines.join('\n'))}`
  const address = to.address.replaceAll('+', '%2B')
  return `mailto:${address}?subject=${encode(subject)}&body=${encode(lines.join('\r\n'))}`
}

/** Also the marks that encodeURIComponent leaves, by which a program that builds a command could be misled. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
