/** The corpus that is kept of each target: what reached something new, one line of base64 each, beside this file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'corpus')
const fileOf = (name: string) => join(folder, `${name}.txt`)

export function readCorpus(name: string): readonly Buffer[] {
  if (!existsSync(fileOf(name))) return []
  const lines = readFileSync(fileOf(name), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'))
}

export function writeCorpus(name: string, corpus: readonly Buffer[]): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(name), corpus.map((input) => `${input.toString('base64')}\n`).join(''))
}
