/**
 * Messages of the Internet Printing Protocol (RFC 8010), as far as a spooler on this machine is spoken to. Pure: attributes to
 * bytes and back. A message that does not parse is undefined; an attribute of a type that is not used here is left out.
 */

/** Which type goes before a value; the numbers are RFC 8010's. */
const valueTags = { integer: 0x21, enum: 0x23, boolean: 0x22, name: 0x42, keyword: 0x44, uri: 0x45 } as const
const charset = 0x47
const language = 0x48
const mimeType = 0x49
const operationGroup = 0x01
const endOfAttributes = 0x03
/** A group's beginning is below this, a value's type above. */
const FIRST_VALUE_TAG = 0x10
const VERSION_2_0 = 0x0200

export type IppValue = string | number | boolean
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>

type Given = readonly [keyof typeof valueTags | 'mime', string, ...(readonly (string | number | boolean)[])]

export interface IppAnswer {
  /** Below 0x0100: done as asked. */
  readonly status: number
  /** One for each group: what the operation says first, then each job or printer. */
  readonly groups: readonly IppAttributes[]
}

/** A request's head: the document, where there is one, follows it. */
export function encodeRequest(operation: number, given: readonly Given[]): Buffer {
  const head = Buffer.alloc(9)
  head.writeUInt16BE(VERSION_2_0, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(1, 4)
  head.writeUInt8(operationGroup, 8)
  return Buffer.concat([
    head,
    encodeValue(charset, 'attributes-charset', 'utf-8'),
    encodeValue(language, 'attributes-natural-language', 'en'),
    ...given.flatMap(([type, name, ...values]) =>
      values.map((value, place) =>
        encodeValue(type === 'mime' ? mimeType : valueTags[type], place === 0 ? name : '', value),
      ),
    ),
    Buffer.of(endOfAttributes),
  ])
}

function encodeValue(tag: number, name: string, value: IppValue): Buffer {
  const bytes = bytesOf(value)
  const lengths = [Buffer.alloc(2), Buffer.alloc(2)] as const
  lengths[0].writeUInt16BE(Buffer.byteLength(name))
  lengths[1].writeUInt16BE(bytes.length)
  return Buffer.concat([Buffer.of(tag), lengths[0], Buffer.from(name), lengths[1], bytes])
}

function bytesOf(value: IppValue): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value === 'boolean') return Buffer.of(Number(value))
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Reads an answer; undefined where the bytes are none. */
export function decodeAnswer(bytes: Buffer): IppAnswer | undefined {
  try {
    return { status: bytes.readUInt16BE(2), groups: decodeGroups(bytes) }
  } catch (fault) {
    if (fault instanceof RangeError) return undefined
    throw fault
  }
}

/** Each turn reads a byte at least, so the length bounds the loop. Throws RangeError behind the end. */
function decodeGroups(bytes: Buffer): readonly IppAttributes[] {
  const groups: Map<string, IppValue[]>[] = []
  let at = 8
  let name = ''
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('the message ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  for (;;) {
    const tag = take(1).readUInt8()
    if (tag === endOfAttributes) return groups
    if (tag < FIRST_VALUE_TAG) {
      groups.push(new Map())
      continue
    }
    // A further value of the same attribute comes without a name.
    name = take(take(2).readUInt16BE()).toString() || name
    const value = decodeValue(tag, take(take(2).readUInt16BE()))
    const group = groups.at(-1)
    if (!group || value === undefined) continue
    const values = group.get(name)
    if (values) values.push(value)
    else group.set(name, [value])
  }
}

function decodeValue(tag: number, bytes: Buffer): IppValue | undefined {
  if (tag === valueTags.integer || tag === valueTags.enum) return bytes.readInt32BE()
  if (tag === valueTags.boolean) return bytes.readUInt8() !== 0
  return tag >= 0x41 && tag <= 0x49 ? bytes.toString() : undefined
}
