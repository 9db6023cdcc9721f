/** The corpus that is kept of each target: what reached something new, one line of base64 each, beside this file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'corpus')
/** Whole journals are made anew from what the targets begin with. */
const MAX_KEPT_BYTES = 8_192
const fileOf = (name: string) => join(folder, `${name}.txt`)

export function readCorpus(name: string): readonly Buffer[] {
  if (!existsSync(fileOf(name))) return []
  const lines = readFileSync(fileOf(name), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'))
}

export function writeCorpus(name: string, corpus: readonly Buffer[]): void {
  const small = corpus.filter(({ length }) => length <= MAX_KEPT_BYTES)
  if (small.length === 0) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(name), small.map((input) => `${input.toString('base64')}\n`).join(''))
}
