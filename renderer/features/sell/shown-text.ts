/** What stands in the field: a number in groups while it is typed, and the rest as it was typed. Pure. */
import { groupTyped } from './typed-number.ts'

/** Stands between the groups of a number, and nobody types it. */
const groupBlank = '\u00a0'

/** Groups the digits before the first blank; a text with letters stands as it is. */
export function shownText(text: string): string {
  const [, number = '', rest = ''] = /^(\+?\d*)(.*)$/su.exec(text) ?? []
  if (/\p{L}/u.test(text) || !/^(?:\s[\d\s.,]*)?$/.test(rest)) return text
  return groupTyped(number).replaceAll(' ', groupBlank) + rest
}

/** What was typed, without the blanks of the groups. */
export const typedText = (shown: string): string => shown.replaceAll(groupBlank, '')

/** Where the caret stands behind so many typed characters. */
export function placeIn(shown: string, count: number): number {
  let seen = 0
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === count) return place
    if (shown[place] !== groupBlank) seen += 1
  }
  return shown.length
}
