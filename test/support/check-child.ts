/** A process of its own that looks a journal's file over in slices: prints how many entries it holds, or the problem. */
import { problemOf } from '#core/journal/faults.ts'
import { inspectInSlices } from '#core/journal/inspect.ts'

const [, , path = ''] = process.argv
const result = await inspectInSlices(path, undefined, new AbortController().signal).then(
  ({ end }) => `entries: ${end.sequence}`,
  (error: unknown) => problemOf(error).problem,
)
process.stdout.write(`${result}\n`)
