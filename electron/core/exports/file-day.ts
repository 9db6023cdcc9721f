/** The shop's day as file names bear it: 2026-01-31. */
import { formatDate } from '#shared/dates.ts'

export const fileDay = (atMs: number): string => formatDate(atMs, 'en').split('/').reverse().join('-')
