/**
 * What is planted for a day, and how any of it could have been written down. Every secret holds characters that JSON, URLs
 * and pages write otherwise, and the end of each code is what a counter is meant to show.
 */
import { escapeHtml } from '#core/receipt/markup.ts'

/** The end of each code, by which a card is known again. That it is found shows that the rest would be. */
export const shownTail = 'TAIL'

export const plantedKey = 'pk"Zx9+/=&<7Qm4vT2%Lw'
export const cardCode = (place: string) => `K7QX-${place}P"LM+48/RV&${shownTail}`
export const cardSerial = (place: string) => `SN94-${place}H"WD+61/ZU&${shownTail}`
/** Of an internet card: its tail is shown as well. */
export const internetCode = '90417788209953'

/** Of the shop's owner. */
export const plantedPin = '831506279415'

export const plantedTexts: readonly string[] = [
  ...[plantedKey, plantedPin],
  ...['1', '2'].flatMap((place) => [cardCode(place), cardSerial(place)]),
  internetCode,
]

/** So much of a secret's beginning says enough: one that was cut is found as well. */
const HEAD_BYTES = 10

const swapped = (bytes: Buffer) => (bytes.length % 2 === 0 ? Buffer.from(bytes).swap16() : bytes)

/** The digits of base64 that the bytes alone decide, where they begin at the first, second or third byte of a group. */
function base64Of(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((whole.length * 4) / 3)]
    return [whole.toString('base64').slice(from, to), whole.toString('base64url').slice(from, to)]
  })
}

const unicodeEscaped = (text: string) =>
  [...text].map((one) => `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join('')

/** A secret of bytes in the forms in which it may have been written down, by the form's name. */
export function formsOfBytes(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const forms = new Map<string, Buffer>([
    ['raw', bytes],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    ['list of numbers', Buffer.from([...bytes].join(','))],
  ])
  for (const [place, text] of base64Of(bytes).entries()) forms.set(`base64 ${place}`, Buffer.from(text))
  return forms
}

/** The same of a text, with the forms that only texts have. */
export function formsOfText(text: string): ReadonlyMap<string, Buffer> {
  const wide = Buffer.from(text, 'utf16le')
  return new Map([
    ...formsOfBytes(Buffer.from(text)),
    ['JSON', Buffer.from(JSON.stringify(text).slice(1, -1))],
    ['JSON in JSON', Buffer.from(JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1))],
    ['escaped', Buffer.from(unicodeEscaped(text))],
    ['URL', Buffer.from(encodeURIComponent(text))],
    ['page', Buffer.from(escapeHtml(text))],
    ['UTF-16', wide],
    ['UTF-16, other end first', swapped(wide)],
    ['beginning', Buffer.from(text).subarray(0, HEAD_BYTES)],
  ])
}
