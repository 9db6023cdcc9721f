/** What several commands are asked with. */
import * as z from 'zod'
import { refSchema } from '../ref.ts'

export const nothing = z.strictObject({})
export const byRef = z.strictObject({ ref: refSchema })
/** What a person signs a decision with, and gives as its reason. */
export const typedName = z.string().trim().min(1).max(80)
export const typedReason = z.string().trim().min(1).max(500)
/** Where a file was saved; null where the person changed their mind. */
export const savedPath = z.object({ path: z.string().nullable() })
