/**
 * Finds sales by what a person reads or says of them: a number, a name, a reference, a pick-up code, an amount. Blanks,
 * dashes, accents and case do not count, nor whether digits are Arabic. Pure, and quick enough for each key.
 */
import { fold, inWesternDigits } from '#shared/folded-text.ts'
import { type Centimes, dinarsOf, formatDinars } from '#shared/money.ts'
import { productOf } from '#shared/products/orders.ts'
import { pickUpCode } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { endedSales, openSales } from '../../mirror.ts'

/** The sales that the query fits; all of them, in their order, where nothing is looked for. */
export function findSales(sales: readonly SaleView[], query: string): readonly SaleView[] {
  const words = wordsOf(query)
  if (words.length === 0) return sales
  // What is typed in groups is one number; the words of a name may come in any order.
  const asked = /\p{L}/u.test(query) ? words : [words.join('')]
  const code = words.join('')
  const mayBeCode = code.length >= minCodeLength
  const fitting = sales.filter((sale) => {
    const { codes, texts } = signsOf(sale)
    return (
      (mayBeCode && codes.some((one) => one.startsWith(code))) ||
      asked.every((word) => texts.some((text) => text.includes(word)))
    )
  })
  return endingFirst(fitting, query)
}

/** The last digits of a number are what a customer says of it: fewer are rather an amount. */
const saidDigits = /^\d{4,}$/

/** Those whose number ends with what is looked for, before the others. */
export function endingFirst(sales: readonly SaleView[], query: string): readonly SaleView[] {
  const digits = plain(query)
  if (!saidDigits.test(digits)) return sales
  const [ending, others]: [SaleView[], SaleView[]] = [[], []]
  for (const sale of sales) (endsWith(sale, digits) ? ending : others).push(sale)
  return [...ending, ...others]
}

const endsWith = ({ order }: SaleView, digits: string): boolean =>
  productOf(order).numberOf(order)?.endsWith(digits) ?? false

/** What the two lists beside the sale in hand show. */
export interface ListedSales {
  /** Every open sale in which the cashier has to act, whatever is looked for: those that fit stand first. */
  readonly toDo: readonly SaleView[]
  readonly toDoFitting: number
  /** Every other open sale, which only waits. */
  readonly open: readonly SaleView[]
  readonly openFitting: number
  /** The sales that ended today and fit. */
  readonly ended: readonly SaleView[]
  /** The first that fits. */
  readonly first: SaleView | undefined
}

/** Splits the sales into the two lists. A search narrows the ended ones only: an open sale stays in sight until it ends. */
export function listSales(sales: readonly SaleView[], query: string, sinceMs: number): ListedSales {
  const all = openSales(sales)
  const [awaiting] = fittingFirst(all.filter(awaitsCashier), query)
  const [toDo, toDoFitting] = fittingFirst(awaiting.slice(0, maxToDo), query)
  // The others stand in front of those that only wait.
  const others = [...awaiting.slice(maxToDo), ...all.filter((sale) => !awaitsCashier(sale))]
  const [open, openFitting] = fittingFirst(others, query)
  const ended = findSales(endedSales(sales, sinceMs), query)
  const [first] = endingFirst([...toDo.slice(0, toDoFitting), ...open.slice(0, openFitting), ...ended], query)
  return { toDo, toDoFitting, open, openFitting, ended, first }
}

/** As many as one reads through at a time; each is drawn with its acts. */
export const maxToDo = 30

/** The sales with those that fit in front, and how many these are. */
function fittingFirst(sales: readonly SaleView[], query: string): readonly [readonly SaleView[], number] {
  const fitting = findSales(sales, query)
  const fits = new Set(fitting)
  const isAll = fitting.length === sales.length
  return [isAll ? sales : [...fitting, ...sales.filter((sale) => !fits.has(sale))], fitting.length]
}

/** Nothing becomes of the sale before the cashier has acted: it is to be sent or cancelled, or a person has to say. */
export const awaitsCashier = ({ phase, decidable }: SaleView): boolean => phase === 'unsent' || decidable

const wordsOf = (query: string): readonly string[] => query.split(/\s+/).map(plain).filter(Boolean)

/** A text as it is compared: what stands between its signs is left out. Most texts have nothing to be folded but case. */
export const plain = (text: string): string =>
  (isSimple.test(text) ? text.toLowerCase() : fold(inWesternDigits(text))).replace(/[\s\p{Cf}\-.,/()+]/gu, '')

/** Signs of ASCII, and the blank that groups an amount. */
const isSimple = /^[\x20-\x7e\u00a0]*$/

/** A few signs stand in many long codes by chance: a code counts from its beginning. */
const minCodeLength = 4

/** What a sale is found by, as it is compared. */
interface Signs {
  readonly codes: readonly string[]
  readonly texts: readonly string[]
}

/** A view never changes, so its signs are made once: the next key looks through thousands of sales again. */
const known = new WeakMap<SaleView, Signs>()

function signsOf(sale: SaleView): Signs {
  const signs = known.get(sale) ?? { codes: codesOf(sale), texts: textsOf(sale) }
  known.set(sale, signs)
  return signs
}

const codesOf = ({ ref, serviceId, transactionNumber }: SaleView): readonly string[] =>
  [ref, pickUpCode(ref), serviceId, transactionNumber].flatMap((code) => (code ? [plain(code)] : []))

/** What people say of a sale. */
const textsOf = ({ order, subscriber, priceCentimes }: SaleView): readonly string[] =>
  [...productOf(order).shownTextsOf(order), subscriber?.customerNumber, ...amountsOf(priceCentimes)].flatMap(
    (text) => (text ? [plain(text)] : []),
  )

const amountsOf = (amount: Centimes): readonly string[] => [formatDinars(amount), String(dinarsOf(amount))]
