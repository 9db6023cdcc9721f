/**
 * Inputs of every command, made from the contract itself: a new command is tried without a line here, and a new kind of
 * field is either walked into or reported as missing by the test. What only the running counter knows (a review's id, a ref)
 * stands as a word in brackets until the message is sent.
 */
import fc from 'fast-check'
import * as z from 'zod'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { refNumber } from '../support/refs.ts'

export const commandNames = Object.keys(commands) as readonly CommandName[]

const POOL = 8
/** One of the last values that the counter's own answers held under this name. */
export const heard = (name: string, place: number): string => `«${name} ${place}»`
const heardShape = /^«([A-Za-z]+) (\d+)»$/

const heardOf = (...names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), fc.nat({ max: POOL - 1 })).map(([name, place]) => heard(name, place))

const ref = fc.oneof(heardOf('ref'), fc.constant(refNumber(1)))
const amount = fc.oneof(fc.constantFrom(100_000, 50_000, 0, -1), fc.integer())
const day = fc.oneof(heardOf('day'), fc.constantFrom('2026-01-31', '2026-02-28', '2026-02-30'))
const pin = fc.constantFrom('0000', '1111', '123456')
const sha256 = fc.constant('f'.repeat(64))
const account = fc.constantFrom(
  { phoneNumber: '023456789' },
  { phoneNumber: '030000003' },
  { sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '1200', ebb_key: 'K1' } },
  { seaal: { code_client: '100001', code_contrat: '123456' } },
  { reference: '0123456789' },
)

/** What is said under a field's name by somebody who knows the counter; the rest follows from the schema. */
const knownWords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  ...{ ref, discoveryRef: fc.oneof(heardOf('discoveryRef'), ref), account },
  ...{ valueCentimes: amount, amountCentimes: amount, quantity: fc.constantFrom(1, 2) },
  ...{ limitCentimes: amount, customerId: fc.oneof(heardOf('customerId'), fc.constant('customer-1')) },
  // An act is done once, and answered again under the same id.
  actId: fc.oneof(fc.uuid(), heardOf('actId'), fc.constant('act-of-this-test')),
  number: fc.constantFrom('023456789', '0770123456', '030000001', '213550123456', '0600000002'),
  planCode: fc.constantFrom('PREPAID_DJEZZY', 'PREPAID_MOBILIS', 'GETMENU_Djezzy'),
  productId: fc.constantFrom('steam-us', 'training-cards', 'playstation-fr'),
  typeId: fc.constantFrom('steam-us-5', 'TEST_PARTIAL', 'psn-fr-10'),
  billIds: fc.uniqueArray(heardOf('billId'), { minLength: 1, maxLength: 3 }),
  reviewId: heardOf('reviewId'),
  backup: fc.oneof(heardOf('name'), fc.constantFrom('../x', 'journals.json')),
  serviceId: heardOf('serviceId'),
  paymentRef: fc.oneof(heardOf('paymentRef'), fc.constant('PAY-A1B2C3-D4E5')),
  accountId: fc.oneof(heardOf('id'), fc.constant('training')),
  findingId: fc.oneof(heardOf('findingId'), sha256),
  // Whom a window knows of, and PINs that are tried: nobody's among them.
  ...{ personId: heardOf('personId'), pin, newPin: pin },
  ...{ jobId: heardOf('jobId'), bundleId: heardOf('bundleId'), fingerprint: heardOf('fingerprint') },
  // To whom a receipt is sent.
  address: fc.constantFrom('client@example.dz', 'a+b@example.com', 'a@b,c@example.com'),
  // What a PIN is to approve of.
  command: fc.oneof(fc.constantFrom(...commandNames), fc.string()),
  ...{
    day,
    fromDay: fc.option(day, { freq: 3 }),
    toDay: fc.option(day, { freq: 3 }),
    digest: fc.oneof(heardOf('digest'), sha256),
  },
  // Ways to print that lead nowhere: no message of this test reaches a printer.
  transport: fc.constantFrom(
    { kind: 'tcp', host: '127.0.0.1', port: 1 },
    { kind: 'cups', queue: 'no-such-queue' },
    { kind: 'windows', queue: 'POS-80' },
    { kind: 'driver', deviceName: null },
  ),
  ...{ baseUrl: heardOf('baseUrl'), billUrl: heardOf('billUrl') },
}

/** Inputs that this schema takes, or nearly: what a schema cannot say of itself is guessed. */
function arbitraryOf(schema: z.core.$ZodType, name: string): fc.Arbitrary<unknown> {
  const fromSchema = walk(schema, name)
  const known = knownWords[name]
  return known && !(schema instanceof z.ZodOptional)
    ? fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: fromSchema })
    : fromSchema
}

function walk(schema: z.core.$ZodType, name: string): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return recordOf(schema.shape)
  if (schema instanceof z.ZodOptional) return optional(arbitraryOf(schema.unwrap(), name))
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap(), name))
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((one) => arbitraryOf(one, name)))
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(arbitraryOf(schema.keyType, name).map(String), arbitraryOf(schema.valueType, name), {
      maxKeys: 4,
    })
  if (schema instanceof z.ZodArray) return fc.array(arbitraryOf(schema.element, name), { maxLength: 4 })
  if (schema instanceof z.ZodString) return textOf(schema)
  if (schema instanceof z.ZodNumber) return fc.integer({ min: -2, max: 200 })
  return fc.anything()
}

const recordOf = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  fc
    .record(
      Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, arbitraryOf(field, name)])),
    )
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== absent)))

const absent = Symbol('absent')
const optional = (some: fc.Arbitrary<unknown>) => fc.oneof(some, fc.constant(absent))

const LONGEST = 40
const textOf = ({ minLength, maxLength }: z.ZodString) => {
  const least = minLength ?? 0
  return fc.string({ minLength: least, maxLength: Math.max(least, Math.min(maxLength ?? LONGEST, LONGEST)) })
}

/** Inputs for each command. */
export const inputsFor = Object.fromEntries(
  commandNames.map((name) => [name, arbitraryOf(commands[name].input, name)]),
) as Readonly<Record<CommandName, fc.Arbitrary<unknown>>>

/** What the counter's answers taught: the last values under each name that somebody may send back. */
export interface Hearing {
  learn(answer: unknown): void
  /** A copy of an input, with what was heard in the place of its words in brackets. */
  fill(input: unknown): unknown
}

const taught = new Set([
  'ref',
  'reviewId',
  'discoveryRef',
  'billId',
  'name',
  'serviceId',
  'id',
  'findingId',
  'jobId',
  'personId',
  'day',
  'digest',
  ...['customerId', 'actId', 'bundleId', 'fingerprint'],
])

export function createHearing(first: Readonly<Record<string, string>>): Hearing {
  const pools = new Map(Object.entries(first).map(([name, value]) => [name, [value]]))
  const keep = (name: string, value: string) => {
    const pool = pools.get(name) ?? []
    if (!pool.includes(value)) pools.set(name, [...pool, value].slice(-POOL))
  }
  function fillText(text: string): string {
    const [, name = '', place] = heardShape.exec(text) ?? []
    const pool = pools.get(name) ?? []
    return pool[Number(place) % pool.length] ?? text
  }
  function fill(value: unknown): unknown {
    if (typeof value === 'string') return fillText(value)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]))
  }
  return {
    learn: (answer) =>
      void JSON.stringify(answer, (name, value: unknown) => {
        if (typeof value === 'string' && taught.has(name)) keep(name, value)
        return value
      }),
    fill,
  }
}
