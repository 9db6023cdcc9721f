/**
 * Files of JSON that a person may have written: read by a schema, and where one is wrong, its line and field are named. Owns
 * the bound of such a file. A mistake is described in words of the parser and of the schema, and never by an excerpt of the file:
 * nobody knows what else was put into it.
 */
import type * as z from 'zod'
import { err, ok, type Result } from '#shared/result.ts'

/** Where a file is wrong. `line` counts from 1; `field` is dotted, and empty where the text is not JSON at all. */
export interface FileProblem {
  readonly line: number
  readonly field: string
  readonly problem: string
}

/** More than any file of ours holds by far. */
const MAX_FILE_CHARACTERS = 1_000_000

/** The JSON of a text, which may begin with the mark that some editors put before UTF-8. */
export function parseJson(text: string): Result<unknown, FileProblem> {
  if (text.length > MAX_FILE_CHARACTERS) {
    return err({ line: 1, field: '', problem: `longer than ${MAX_FILE_CHARACTERS} characters` })
  }
  try {
    return ok(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not JSON'
    return err({ line: lineOfSyntaxError(text, message), field: '', problem: withoutExcerpt(message) })
  }
}

/** Reads a text by a schema. The first thing that is wrong is named with its line and field. */
export function readJsonFile<Value>(text: string, schema: z.ZodType<Value>): Result<Value, FileProblem> {
  const json = parseJson(text)
  if (!json.ok) return json
  const parsed = schema.safeParse(json.value)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const path = [...(issue?.path ?? []), ...unknownKey].map(String)
  return err(problemAt(text, path, issue?.message ?? 'not such a file'))
}

/** What is wrong with one field, at the line of the deepest part of its path that the text holds. */
export function problemAt(text: string, path: readonly string[], problem: string): FileProblem {
  let position = 0
  for (const name of path) {
    const found = text.indexOf(JSON.stringify(name), position)
    if (found === -1) break
    position = found
  }
  return { line: lineAt(text, position), field: path.join('.'), problem }
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length

/** V8 quotes what stands around a mistake. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.\.\.)?"[\s\S]*/, ' in JSON')

/** JSON.parse names a position for most mistakes, and for the others there is a character that starts no token. */
function lineOfSyntaxError(text: string, message: string): number {
  const named = /at position (\d+)/.exec(message)?.[1]
  if (named !== undefined) return lineAt(text, Number(named))
  const tokens = /\s+|[{}[\]:,]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
  while (tokens.lastIndex < text.length) {
    const start = tokens.lastIndex
    if (!tokens.test(text)) return lineAt(text, start)
  }
  return lineAt(text, text.length)
}
