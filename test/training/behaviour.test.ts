/** What the document leaves open: the list, the table and the service know the same points, and each value shows on the wire. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  type Behaviour,
  type BehaviourPoint,
  behaviourPointIds,
  behaviourSchema,
  behaviourValues,
  defaultBehaviour,
} from '#training/behaviour/behaviour.ts'
import { readSections, readSpecification } from '../specification/read-specification.ts'
import { transcriptOf } from '../support/behaviour-script.ts'
import { byTier } from '../support/tier.ts'

const list = readFileSync(
  fileURLToPath(new URL('../../docs/unspecified-behaviour.md', import.meta.url)),
  'utf8',
)
const rows = readSections(list).flatMap(({ tables }) => tables.flat())
const valuesOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, value]) => value)

test('the list has a row for every point, with its values', () => {
  const listed = rows.map(({ id, values }) => [id, valuesOf(values)])
  expect(listed.toSorted()).toEqual(
    behaviourPointIds.map((point) => [point, behaviourValues(point)]).toSorted(),
  )
})

test('every row names lines of the document', () => {
  const lines = readSpecification().split('\n')
  const wrong = rows.filter(({ line = '' }) => {
    const numbers = line.match(/\d+/g)?.map(Number) ?? []
    return numbers.length === 0 || numbers.some((number) => !lines[number - 1]?.trim())
  })
  expect(wrong).toEqual([])
})

test('a service without options behaves as at the counter, and one with invalid ones does not start', () => {
  expect(behaviourSchema.parse(undefined)).toEqual(defaultBehaviour)
  expect(behaviourSchema.parse({ listOrder: 'oldest-first' }).listOrder).toBe('oldest-first')
  expect(behaviourSchema.safeParse({ listOrder: 'sideways' }).success).toBe(false)
  expect(behaviourSchema.safeParse({ mood: 'good' }).success).toBe(false)
})

/** In the short tier some of them. */
const others = behaviourPointIds
  .flatMap((point) =>
    behaviourValues(point)
      .slice(1)
      .map((value) => ({ point, value })),
  )
  .filter((_, place) => byTier(place % 10 === 0, true))
/** What a value shows beside alone. */
const besides: Partial<Record<BehaviourPoint, Partial<Behaviour>>> = {
  mobileRefLookUp: { mobileRef: 'own' },
  linkExpiredStatus: { linkExpired: 'PAYMENT_EXPIRED' },
}

test('every value but the first shows on the wire', async () => {
  const usual = await transcriptOf({})
  expect(await transcriptOf({})).toBe(usual)
  const unseen: string[] = []
  for (const { point, value } of others) {
    const beside = besides[point]
    const plain = beside === undefined ? usual : await transcriptOf(beside)
    const transcript = await transcriptOf({ ...beside, [point]: value })
    if (transcript === plain) unseen.push(`${point}=${value}`)
  }
  expect(unseen).toEqual([])
})
