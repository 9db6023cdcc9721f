/**
 * `npm run fuses -- FOLDER`: reads the fuses of the programs packed under a folder back, and holds them against
 * electron-builder.yml. Ends with 1 where one differs, or where there is no program.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { root } from '../setup.mjs'

const PROGRAMS = [
  /[\\/]win-(arm64-)?unpacked[\\/]Comptoir\.exe$/,
  /Comptoir\.app[\\/]Contents[\\/]MacOS[\\/]Comptoir$/,
  /[\\/]linux-(arm64-)?unpacked[\\/]comptoir$/,
]
/** What stands in the wire, by its byte. */
const states = new Map([
  [48, 'off'],
  [49, 'on'],
  [114, 'removed'],
])

/** @param {string} folder */
export const findPrograms = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => PROGRAMS.some((shape) => shape.test(path)))

/**
 * What electron-builder.yml decides, by electron-builder's names.
 * @returns {Readonly<Record<string, boolean>>}
 */
export function decidedFuses() {
  const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  const [, block = ''] = /^electronFuses:\n((?: {2}.+\n)+)/m.exec(text) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [name, value === 'true']),
  )
}

/**
 * What differs from what was decided, one sentence each.
 * @param {string} program
 */
export async function findWrongFuses(program, decided = decidedFuses()) {
  const wire = await getCurrentFuseWire(program)
  const numbers = Object.keys(FuseV1Options).filter((key) => /^\d+$/.test(key))
  return numbers.flatMap((number) => {
    const fuse = FuseV1Options[number]
    const name = fuse.charAt(0).toLowerCase() + fuse.slice(1)
    const is = states.get(wire[number]) ?? 'not there'
    const wanted = decided[name] === undefined ? 'not decided' : decided[name] ? 'on' : 'off'
    return is === wanted ? [] : [`${name} is ${is}, and was decided to be ${wanted}`]
  })
}

/** @param {string} folder */
export async function readBack(folder) {
  const programs = existsSync(folder) ? findPrograms(folder) : []
  if (programs.length === 0) return [`there is no program under ${folder}`]
  const wrong = await Promise.all(programs.map((program) => findWrongFuses(program)))
  return wrong.flatMap((faults, at) => faults.map((fault) => `${programs[at]}: ${fault}`))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = await readBack(resolve(process.argv[2] ?? 'dist'))
  for (const fault of faults) process.stderr.write(`fuses: ${fault}\n`)
  if (faults.length === 0) process.stdout.write('fuses: as decided\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}
