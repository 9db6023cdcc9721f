/**
 * Random views that the schemas allow: snapshots, events and the answers of every command, with texts of any language, odd
 * numbers and states that no real day would bring together. What a window cannot draw of these, it could meet one day.
 */
import fc from 'fast-check'
import * as z from 'zod'
import { appErrorSchema } from '#shared/app-error.ts'
import { type CommandName, commands } from '#shared/ipc/commands.ts'
import { type AppEvent, appEventSchema } from '#shared/ipc/wire.ts'
import { agesInDays } from '#shared/till/carnet.ts'
import { type Snapshot, snapshotSchema } from '#shared/views.ts'
import { refNumber } from './refs.ts'
import type { Answers } from './window-page.ts'

/** Long enough to break a line, short enough to be drawn by the hundred. */
const maxTextLength = 60
const maxListLength = 6
/** Ten million dinars, and a thousand cards: their products and sums are amounts as well. */
const maxCentimes = 1_000_000_000
const maxQuantity = 1_000
const oddTexts = [
  '',
  ' ',
  '0',
  'عملية',
  '\u202e123',
  '<b>&amp;',
  '🧾',
  'x'.repeat(300),
  '2026-11-20',
  '{count, plural',
]
const usualTexts = [
  'AE',
  'FULFILLED',
  'HANDLING',
  'duplicated-ref-unseen',
  'not-found',
  '023456789',
  '0661234567',
]

const anyText = fc.oneof(
  fc.constantFrom(...usualTexts),
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: maxTextLength }),
)

type Json = z.core.JSONSchema.JSONSchema

/** Draws what a JSON schema describes. The schema's own parse has the last word: what it refuses is not given out. */
function drawn(schema: Json | boolean, place: string): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.constant(null)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const among = schema.anyOf ?? schema.oneOf
  if (among) return fc.oneof(...among.map((one) => drawn(one, place)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((one) => drawn(one, place)))
      .map((parts) => Object.assign({}, ...parts))
  switch (schema.type) {
    case 'object':
      return drawnObject(schema)
    case 'array':
      return drawnList(schema, place)
    case 'string':
      return drawnText(schema)
    case 'integer':
    case 'number':
      return drawnNumber(schema, place)
    case 'boolean':
      return fc.boolean()
    default:
      return drawnByName(place)
  }
}

/** Amounts and refs have schemas of their own making, of which JSON's say nothing: their names do. */
function drawnByName(place: string): fc.Arbitrary<unknown> {
  if (/ref$/i.test(place)) return fc.integer({ min: 1, max: 5_000 }).map(refNumber)
  return /Centimes$/.test(place) || Object.hasOwn(agesInDays, place) ? anyAmount : fc.constant(null)
}

/** Most amounts may not be below zero: many of these in one view would mostly be refused. */
const anyAmount = fc.oneof(
  { weight: 15, arbitrary: drawnNumber({ minimum: 0, maximum: maxCentimes }, 'Centimes') },
  { weight: 1, arbitrary: drawnNumber({ minimum: -maxCentimes, maximum: 0 }, 'Centimes') },
)

function drawnObject({
  properties = {},
  required = [],
  propertyNames,
  additionalProperties,
}: Json): fc.Arbitrary<unknown> {
  const keys = typeof propertyNames === 'object' ? propertyNames.enum : undefined
  if (keys && additionalProperties !== undefined) {
    const rows = keys.map((key) => [String(key), drawn(additionalProperties as Json, String(key))] as const)
    return fc.record(Object.fromEntries(rows))
  }
  const fields = Object.entries(properties).map(([key, field]) => [key, drawn(field as Json, key)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
}

function drawnList(
  { items, minItems = 0, maxItems = maxListLength, prefixItems }: Json,
  place: string,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((one) => drawn(one as Json, place)))
  const maxLength = Math.max(minItems, Math.min(maxItems, maxListLength))
  return fc.array(drawn((items ?? true) as Json, place), { minLength: minItems, maxLength })
}

function drawnText({
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: Json): fc.Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  return anyText.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength))
}

function drawnNumber(schema: Json, place: string): fc.Arbitrary<unknown> {
  const min = schema.minimum ?? Number(schema.exclusiveMinimum ?? Number.MIN_SAFE_INTEGER - 1) + 1
  // The logo's bytes are of eight dots each.
  if (place === 'widthDots')
    return fc.integer({ min: 1, max: Math.floor(Number(schema.maximum) / 8) }).map((bytes) => 8 * bytes)
  const max = place === 'quantity' ? maxQuantity : (schema.maximum ?? Number.MAX_SAFE_INTEGER)
  const usual = /Ms$/.test(place) ? 1_795_000_000_000 : 100_000
  const near = Math.min(Math.max(usual, min), max)
  return fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: Math.max(min, 0), max: Math.max(near, min) }),
    fc.constantFrom(min, max),
  )
}

const made = new Map<z.ZodType, fc.Arbitrary<unknown>>()

/** What is refused so often in a row is never drawn: how its schema is drawn is wrong. */
const MAX_REFUSED = 20_000

/** Any value that the schema lets through. */
function anyOf<Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.infer<Schema>> {
  let refused = 0
  const known =
    made.get(schema) ??
    drawn(
      z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', target: 'draft-2020-12' }),
      '',
    ).filter((value) => {
      const read = schema.safeParse(value)
      refused = read.success ? 0 : refused + 1
      if (refused > MAX_REFUSED)
        throw new Error(`nothing is drawn that fits: ${z.prettifyError(read.error as z.ZodError)}`)
      return read.success
    })
  made.set(schema, known)
  return known as fc.Arbitrary<z.infer<Schema>>
}

export const anySnapshot: fc.Arbitrary<Snapshot> = anyOf(snapshotSchema)
/** Without the one that has the window begin anew. */
export const anyEvent: fc.Arbitrary<AppEvent> = anyOf(appEventSchema).filter(
  ({ kind }) => kind !== 'account-changed',
)

const anyError = anyOf(appErrorSchema).map((error) => ({ ok: false, error }) as const)

/** An answer for every command: mostly what it asks for, now and then an error. */
export const anyAnswers: fc.Arbitrary<Answers> = fc.record(
  Object.fromEntries(
    Object.entries(commands)
      .filter(([name]) => name !== 'app.snapshot')
      .map(([name, { output }]) => {
        const value = anyOf(output as z.ZodType).map((it) => ({ ok: true, value: it }))
        return [
          name as CommandName,
          fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: anyError }),
        ]
      }),
  ),
) as fc.Arbitrary<Answers>
