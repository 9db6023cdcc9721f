/** What the documents' tables name as a proof: that it is there. */
import { byHand } from '../tasks/smoke/report.ts'
import { listFiles, readSource } from './sources.ts'

const files = new Set(listFiles())

/**
 * What a test is called stands in its file in quotes, before the tag of its tier; one that has a part of its own for each
 * case, up to that part.
 */
export function hasTest(file: string, title: string): boolean {
  if (!files.has(file)) return false
  const source = readSource(file)
  const ends = ["'", '"'].flatMap((quote) => ['', ' @long'].map((tag) => quote + title + tag + quote))
  return [...ends, `\`${title} \${`].some((text) => source.includes(text))
}

/** A line that a person ticks, from its beginning, or what the smoke run finds by itself. */
export const isInSmokeRun = (line: string): boolean =>
  byHand.some((one) => one.startsWith(line)) ||
  readSource('test/tasks/smoke-electron.ts').includes(`find('${line}'`)

/** A step of a workflow, by its name. */
export const hasStep = (workflow: string, step: string): boolean =>
  files.has(`.github/workflows/${workflow}`) &&
  readSource(`.github/workflows/${workflow}`).includes(`- name: ${step}\n`)
