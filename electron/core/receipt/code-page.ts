/**
 * What each code page of a printer can write, and how a text is brought to it. Invariant: no digit is ever lost, and what a
 * page cannot say in other letters is reported to the caller, never printed as something else.
 */
import type { CodePage } from '#shared/printer-models.ts'

const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const WPC1252 =
  '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ'
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The characters at 0x80 to 0xFF, in order; U+FFFD where a page has none. */
const upperHalves: Readonly<Record<CodePage, string>> = {
  cp437: CP437,
  cp850: CP850,
  cp858: CP850.replace('ı', '€'),
  wpc1252: WPC1252,
}

const FIRST_UPPER = 0x80

const byteTable = (page: CodePage): ReadonlyMap<string, number> =>
  new Map([...upperHalves[page]].map((character, place) => [character, FIRST_UPPER + place]))

const bytesOf: Readonly<Record<CodePage, ReadonlyMap<string, number>>> = {
  cp437: byteTable('cp437'),
  cp850: byteTable('cp850'),
  cp858: byteTable('cp858'),
  wpc1252: byteTable('wpc1252'),
}

/** What is written for a sign that a page lacks and that no taking apart brings to it. */
const substitutes: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '“': '"', '”': '"', '„': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '·': '-', '•': '-', '…': '...' },
  ...{ œ: 'oe', Œ: 'OE', æ: 'ae', Æ: 'AE', ß: 'ss', '€': 'EUR', '×': 'x', '‹': '<', '›': '>' },
  ...{ ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', ı: 'i', đ: 'd', Đ: 'D', '©': '(c)', '®': '(R)' },
}

const noBreak = /^[\u00a0\u2007\u202f]$/
const plain = /^[\x20-\x7e]*$/

/**
 * The text as a printer with this page writes it: French signs that the page lacks in other letters, a digit of any script
 * as its Western one, spaces as the two kinds that lines are broken by. Undefined where the page cannot write it: it has to go as a picture.
 */
export function writtenOn(page: CodePage, text: string): string | undefined {
  if (plain.test(text)) return text
  let written = ''
  for (const character of text.normalize('NFC')) {
    const letters = lettersFor(page, character)
    if (letters === undefined) return undefined
    written += letters
  }
  return written
}

function lettersFor(page: CodePage, character: string): string | undefined {
  if (plain.test(character)) return character
  if (/^\p{Zs}$/u.test(character)) return noBreak.test(character) ? '\u00a0' : ' '
  if (/^\p{Nd}$/u.test(character)) return westernDigit(character)
  if (character !== '\ufffd' && bytesOf[page].has(character)) return character
  const substitute = substitutes[character]
  if (substitute !== undefined) return substitute
  const apart = character.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('\u2044', '/')
  return plain.test(apart) && apart !== '' ? apart : undefined
}

/** Digits of a script follow each other from a zero: the number of digits just below is the digit's value. */
function westernDigit(character: string): string {
  // Mathematical digits are five such rows without a gap, and say themselves which digit they are.
  const same = character.normalize('NFKD')
  if (plain.test(same)) return same
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** The bytes of a text that `writtenOn` gave. Throws Error for any other: nothing is printed as a question mark. */
export function encodeOn(page: CodePage, written: string): Uint8Array {
  return Uint8Array.from([...written.replaceAll('\u00a0', ' ')], (character) => {
    const byte = plain.test(character) ? character.charCodeAt(0) : bytesOf[page].get(character)
    if (byte === undefined)
      throw new Error(`${page} has no sign for U+${character.codePointAt(0)?.toString(16)}`)
    return byte
  })
}
