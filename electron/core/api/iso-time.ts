/**
 * Reads the times of answers. Owns their forms: ISO 8601 writes a time with separators and without, and an offset with minutes
 * and without. What is none of these is no time.
 */
import * as z from 'zod'

const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/
const offset = /(?<=T.*)([+-]\d\d):?(\d\d)?$/

/** The same time with every separator; any other text as it is, or as odd as it was. */
export const separated = (time: string): string =>
  time
    .replace(basic, '$1-$2-$3T$4:$5:$6')
    .replace(offset, (_, hours, minutes = '00') => `${hours}:${minutes}`)

const parsed = (time: string): number => Date.parse(time)

/** With its offset. */
export const isoTimeMs = z
  .string()
  .transform(separated)
  .pipe(z.iso.datetime({ offset: true }))
  .transform(parsed)

/** Without one: a time of UTC. */
export const bareTimeMs = z
  .string()
  .transform(separated)
  .pipe(z.iso.datetime({ local: true }))
  .transform((time) => parsed(`${time}Z`))
