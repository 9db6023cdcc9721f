/** A moment, as every view tells it. */
import * as z from 'zod'

/** The last moment that a date can name: beyond it no screen could say when something was. */
const lastMs = 8_640_000_000_000_000

/** Milliseconds since 1970. */
export const timeMsSchema = z.int().nonnegative().max(lastMs)
