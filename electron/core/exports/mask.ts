/** Numbers as support reads them: enough for who knows the number, too little for who does not. Pure. */

/** Telephone, account and card numbers are longer; amounts, times of day and codes of errors shorter. */
const longNumber = /\p{Nd}(?:[\p{Zs}.\-/]?\p{Nd}){5,}/gu

const SHOWN_AT_START = 3
const SHOWN_AT_END = 2

export const maskNumber = (number: string): string => {
  const hidden = Math.max(0, number.length - SHOWN_AT_START - SHOWN_AT_END)
  return number.length < 6
    ? '•'.repeat(number.length)
    : number.slice(0, SHOWN_AT_START) + '•'.repeat(hidden) + number.slice(-SHOWN_AT_END)
}

/** A text of a person's or of the service's, whatever numbers it holds. */
export const maskNumbers = (text: string): string => text.replace(longNumber, maskNumber)

/** Telephone numbers of the country alone, where a text is full of other numbers that tell something: times and sizes. */
const telephone = /(?<![\p{Nd}\p{L}])(?:\+?213|0)[2-7]\p{Nd}{7,8}(?![\p{Nd}\p{L}])/gu

export const maskTelephones = (text: string): string => text.replace(telephone, maskNumber)
