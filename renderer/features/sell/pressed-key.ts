/** Which key was pressed, whatever keyboard it is on: pure. The Latin and the Arabic ones have the same shortcuts. */
import { inWesternDigits } from '#shared/folded-text.ts'
import { favouriteKey, findKey, tabBackKey } from './keyboard.ts'

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** A chord of ours counts as one key. The key's place tells F on a keyboard of Arabic letters, and a digit that takes Shift. */
export function pressedKey({ key, code, ctrlKey, altKey, metaKey, shiftKey }: Pressed): string {
  if (key === 'Tab' && shiftKey) return tabBackKey
  if (metaKey || ctrlKey === altKey) return asOnLatin(key)
  if (ctrlKey) return code === 'KeyF' || key.toLowerCase() === 'f' ? findKey : key
  const [, digit] = /^Digit([1-9])$/.exec(code) ?? []
  return digit === undefined ? key : favouriteKey(Number(digit))
}

/** An Arabic keyboard has a question mark of its own, and may have digits of its own. */
const asOnLatin = (key: string): string => (key === '\u061f' ? '?' : inWesternDigits(key))
