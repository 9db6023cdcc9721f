/**
 * What crosses between a page and the shell: a structured clone, as Electron makes one, and not JSON. What cannot be cloned (a
 * function) does not cross, and what JSON would lose (`undefined`, bytes, dates) does.
 */
import { deserialize, serialize } from 'node:v8'

export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

/** The same value on the other side. Throws Electron's words where there is none. */
export function cloned<Value>(value: Value): Value {
  try {
    return deserialize(serialize(value))
  } catch {
    throw new Error('An object could not be cloned.')
  }
}

/**
 * A cloned value as a text and back. Sent to the page as text as well: it may use nothing from outside of itself.
 */
export function createCodec(): Codec {
  type Tagged = { readonly is: string; readonly of?: unknown }
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => [
    ...new Uint8Array(buffer, byteOffset, byteLength),
  ]
  const tagObject = (value: object): Tagged => {
    if (value instanceof Date) return { is: 'date', of: value.getTime() }
    if (value instanceof Map) return { is: 'map', of: [...value].map(tag) }
    if (value instanceof Set) return { is: 'set', of: [...value].map(tag) }
    if (value instanceof Error) return { is: 'error', of: value.message }
    if (value instanceof ArrayBuffer) return { is: 'buffer', of: bytesOf(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) return { is: 'bytes', of: bytesOf(value) }
    return { is: 'object', of: Object.entries(value).map(([name, one]) => [name, tag(one)]) }
  }
  const tagNumber = (value: number): number | Tagged => {
    if (Object.is(value, -0)) return { is: 'number', of: '-0' }
    return Number.isFinite(value) ? value : { is: 'number', of: String(value) }
  }
  const tag = (value: unknown): unknown => {
    if (value === undefined) return { is: 'undefined' }
    if (typeof value === 'bigint') return { is: 'bigint', of: String(value) }
    if (typeof value === 'number') return tagNumber(value)
    if (Array.isArray(value)) return value.map(tag)
    return typeof value === 'object' && value !== null ? tagObject(value) : value
  }
  const pairs = (of: unknown) => of as [string, unknown][]
  const readers: Record<string, (of: unknown) => unknown> = {
    undefined: () => undefined,
    bigint: (of) => BigInt(String(of)),
    number: (of) => Number(of),
    date: (of) => new Date(Number(of)),
    map: (of) => new Map((of as unknown[]).map(untag) as [unknown, unknown][]),
    set: (of) => new Set((of as unknown[]).map(untag)),
    error: (of) => new Error(String(of)),
    buffer: (of) => new Uint8Array(of as number[]).buffer,
    bytes: (of) => new Uint8Array(of as number[]),
    object: (of) => Object.fromEntries(pairs(of).map(([name, one]) => [name, untag(one)])),
  }
  const untag = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(untag)
    if (typeof given !== 'object' || given === null) return given
    const { is, of } = given as Tagged
    return readers[is]?.(of)
  }
  return {
    encode: (value) => JSON.stringify(tag(value)),
    decode: (text) => untag(JSON.parse(text)),
  }
}
