/**
 * What a service makes of a text that is typed before any service was opened. Each says it by a pure function; the one field
 * asks all of them (features/start).
 */
import type { Order } from '#shared/products/orders.ts'
import type { Client } from '../../client.ts'

/**
 * `whole`: the text is all that is needed to begin, and Enter takes it; `found`: so does what was found by its name; `possible`:
 * only a deliberate choice does; `ahead`: a person may choose it already, and it is taken once the text is whole; `begun`: the
 * text may become one, and nothing can be chosen yet.
 */
export type Fit = 'whole' | 'found' | 'possible' | 'ahead' | 'begun'

export interface Reading<Take> {
  /** Distinguishes it from the others of one text. */
  readonly id: string
  readonly fit: Fit
  /** What the service begins with. */
  readonly take: Take
  /** Whom it is for, where that is whole: sales to them are looked for. */
  readonly number?: string
}

export interface Reader<Take, Known = unknown> {
  /** What names are looked up in, asked of the core once letters are typed; undefined where it could not be had. */
  learn?(client: Pick<Client, 'command'>): Promise<Known | undefined>
  /** Pure, and quick enough for each key. `text` is tidied: no blanks at its ends, Western digits. */
  read(text: string, known: Known | undefined): readonly Reading<Take>[]
  /** What the same again begins with, for whoever bought it; null where it cannot be sold so. */
  again?(order: Order): Take | null
}

const noReadings: readonly Reading<never>[] = []

/** The reader of a service that no text begins. */
export const noReader: Reader<never> = { read: () => noReadings }

/** A number and what is typed behind it, in digits. */
export interface NumberAndRest {
  readonly number: string
  readonly rest: string
}

/**
 * Splits digits in groups where `isWhole` first says that the groups make a number: "0661234567 500", "0661 23 45 67 500".
 * Undefined where no beginning does.
 */
export function splitNumber(text: string, isWhole: (digits: string) => boolean): NumberAndRest | undefined {
  const groups = text.split(/\s+/)
  const end = groups.findIndex((_, place) => isWhole(groups.slice(0, place + 1).join('')))
  if (end === -1) return undefined
  return { number: groups.slice(0, end + 1).join(''), rest: groups.slice(end + 1).join('') }
}

/** The digits of a text that holds nothing else but what people put between them; undefined for any other. */
export const digitsOf = (text: string): string | undefined =>
  /^\+?[\d\s.\-()]*\d[\d\s.\-()]*$/.test(text) ? text.replace(/\D/g, '') : undefined

/** How many digits a number lacks yet. */
export const missingDigits = (digits: string, wholeLength: number): number =>
  Math.max(0, wholeLength - digits.length)

/** A number in its national form, as far as it is typed: `+213 661` and `00213661` begin as `0661`. */
export const nationalDigits = (text: string): string | undefined =>
  digitsOf(text)?.replace(/^(?:00)?213(?=.)/, '0')
