/** Holds a record that the service answered against a table of the document: every field there, of the type it names. */
import type { Row } from './read-specification.ts'

const isText = (value: unknown): boolean => typeof value === 'string'
const isList = (value: unknown): boolean => Array.isArray(value)

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isText,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !isList(value),
  array: isList,
  'array of strings': (value) => Array.isArray(value) && value.every(isText),
  'object or array': (value) => typeof value === 'object' && value !== null,
}

/** The value at a dotted path, or undefined. */
export function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const isRecord = typeof value === 'object' && value !== null
    return isRecord ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined
  }, record)
}

/**
 * What does not fit, one sentence for each field; none where all fits. `absent` names the fields that this record rightly
 * leaves out: they must be missing.
 */
export function misfits(
  rows: readonly Row[],
  record: unknown,
  absent: readonly string[] = [],
): readonly string[] {
  return rows.flatMap((row) => {
    const { Field: field = '', Type: type = '' } = row
    const value = valueAt(record, field)
    if (absent.includes(field)) return value === undefined ? [] : [`${field} is there`]
    const fits = typeTests[type]
    if (!fits) return [`${field}: no test for the type ${type}`]
    return fits(value) ? [] : [`${field} is no ${type}: ${JSON.stringify(value)}`]
  })
}
