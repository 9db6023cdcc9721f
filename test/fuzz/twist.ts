/**
 * Values that are nearly right: a good one, changed in one place. Owns what can go wrong with a value, and the odd values that
 * stand in for the right ones. A good value is never touched: what is changed is a copy.
 */
import fc from 'fast-check'

const MANY = 1_000
/** Three such values in each other are still copied by structuredClone, which overflows the stack at some two thousand levels. */
const DEEP = 400
const LONG = 1_000_000

/** What could be taken for a way into an object's prototype. */
export const prototypeNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'] as const

const deep = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value }
  return value
}

/** With a key of its own that only looks like the prototype, as JSON and structured cloning make it. */
const withProtoKey: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}')

const oddInJson: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 0.5, 1e308, 2 ** 53, 10_000_000_000_001],
  ...['', ' ', '\0', '\ud800', '‮١٢٣', '../../x', "'; DROP TABLE entries; --", 'x'.repeat(MANY)],
  ...[[], {}, [[]], [null], { length: 3 }, Array.from({ length: MANY }, () => 0), deep(DEEP), withProtoKey],
  ...prototypeNames,
]

/** What structured cloning takes as well. */
const oddInClones: readonly unknown[] = [
  ...[undefined, Number.NaN, Number.POSITIVE_INFINITY, 10n, 'x'.repeat(LONG)],
  ...[new Date(Number.NaN), new Map([['ref', 'x']]), new Set([1]), /x/, new Error('odd'), new Uint8Array(8)],
  ...[new ArrayBuffer(8), Object(1), Object('ADSL'), Object(true), Array(3)],
]

/** A value that no message should hold there. */
export const oddJson = fc.constantFrom(...oddInJson)
export const oddClone = fc.constantFrom(...oddInJson, ...oddInClones)

const ways = ['drop', 'replace', 'wrap', 'rename', 'add', 'repeat', 'loop'] as const
/** What JSON cannot say is left to the messages. */
const waysInJson = ways.filter((way) => way !== 'loop')

export interface Twist {
  readonly way: (typeof ways)[number]
  /** Which of the value's places, counted round. */
  readonly place: number
  readonly name: string
  readonly odd: unknown
}

const oddName = fc.oneof(fc.constantFrom(...prototypeNames, '', 'ref', 'name'), fc.string({ maxLength: 8 }))

/** A twist of what is cloned on its way, or goes as JSON. */
export const anyTwist: fc.Arbitrary<Twist> = fc.record({
  ...{ way: fc.constantFrom(...ways), place: fc.nat(), name: oddName },
  odd: fc.oneof({ weight: 9, arbitrary: oddClone }, { weight: 1, arbitrary: fc.anything() }),
})
export const anyJsonTwist: fc.Arbitrary<Twist> = fc.record({
  ...{ way: fc.constantFrom(...waysInJson), place: fc.nat(), name: oddName, odd: oddJson },
})

type Holder = Record<string, unknown>

interface Place {
  readonly holder: Holder
  readonly key: string
}

/** An array or a plain object: what a place can be in. */
const isHolder = (value: unknown): value is Holder =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'

/** Every place of a value, its root first; one that an earlier twist made hold itself is gone through once. */
function placesOf(root: Holder): readonly Place[] {
  const places: Place[] = []
  const holders = new Set([root])
  for (const holder of holders) {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key })
      if (isHolder(value)) holders.add(value)
    }
  }
  return places
}

/** An own property whatever its name, as JSON.parse makes it. An array's length is none that JSON can state. */
function put(holder: Holder, key: string, value: unknown): void {
  if (Array.isArray(holder) && key === 'length') return
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

/** A copy of a plain value with one place changed. What is added may be of any kind. */
export function twisted(good: unknown, { way, place, name, odd }: Twist): unknown {
  const root: Holder = { value: structuredClone(good) }
  const places = placesOf(root)
  const { holder, key } = places[place % places.length] ?? { holder: root, key: 'value' }
  const value = holder[key]
  const inside = isHolder(value) ? value : holder
  switch (way) {
    case 'drop':
      // An array may hold a `constructor` of its own by now, which splice would call, and names that are no index.
      if (Array.isArray(holder) && Number(key) < holder.length) {
        holder.copyWithin(Number(key), Number(key) + 1)
        holder.length -= 1
      } else delete holder[key]
      break
    case 'replace':
      put(holder, key, odd)
      break
    case 'wrap':
      put(holder, key, [value])
      break
    case 'rename':
      delete holder[key]
      put(holder, holder === root ? 'value' : name, holder === root ? odd : value)
      break
    case 'add':
      put(inside === root ? holder : inside, inside === root ? key : name, odd)
      break
    case 'repeat':
      put(holder, key, Array.isArray(value) ? [...value, ...value] : [value, value])
      break
    case 'loop':
      put(inside, inside === root ? key : name, root)
      break
  }
  return root['value']
}
