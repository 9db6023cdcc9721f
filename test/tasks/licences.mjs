/**
 * `npm run check:licences`: no package under a licence that was not chosen, and docs/licences.md and
 * resources/licences.txt as the packages are. `-- --write` renews both. Needs no network.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeList, composeNotices, findLicenceFaults } from './packages/licence-rules.mjs'
import { nameOf } from './packages/lock-rules.mjs'
import { findShipped } from './packages/shipped.mjs'
import { root } from './setup.mjs'

const say = (line) => process.stdout.write(`licences: ${line}\n`)
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const shipped = findShipped(packages)

const texts = {
  'docs/licences.md': composeList({ packages, shipped }),
  'resources/licences.txt': composeNotices(
    shipped.filter((path) => !isBuild(packages[path])).map(readNotice),
  ),
}
const faults = [...findLicenceFaults({ packages, shipped }), ...Object.entries(texts).flatMap(settle)]
for (const fault of faults) say(fault)
say(faults.length === 0 ? `${shipped.length} packages are shipped, nothing wrong` : `${faults.length} wrong`)
process.exitCode = faults.length === 0 ? 0 : 1

/** A package's build for one system, which other machines do not hold: its notice is in the package that asks for it. */
function isBuild({ os, cpu }) {
  return os !== undefined || cpu !== undefined
}

/** Writes a text where that was asked for; otherwise says where the tree has another. */
function settle([path, text]) {
  if (process.argv.includes('--write')) writeFileSync(join(root, path), text)
  const isSame = readOrNothing(join(root, path)) === text
  return isSame ? [] : [`${path} is out of date: npm run check:licences -- --write`]
}

/** The texts that a package brings in its own folder, all of them where it leaves a choice. */
function readNotice(path) {
  const folder = join(root, path)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
  const read = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const { version, license: licence } = packages[path]
  return { name: nameOf(path), version, licence, text: read.join('\n\n') }
}

function readOrNothing(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
