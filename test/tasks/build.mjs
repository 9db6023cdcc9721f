/**
 * The build, made again only where its sources have changed.
 *
 * Invariant: out/.built holds the fingerprint of the sources that out/ was built from, and is written last.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, runNode } from './child.mjs'
import { root, SetupError } from './setup.mjs'

const sources = [
  'electron',
  'renderer',
  'resources',
  'shared',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
const stamp = join(root, 'out', '.built')

/** Builds where out/ is missing or older than its sources. `say` hears it before the build begins. */
export async function ensureBuilt(say) {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('building the counter')
  rmSync(stamp, { force: true })
  const printed = []
  const code = await runNode(commandOf('electron-vite'), ['build', '--logLevel', 'warn'], {
    onLine: (line) => printed.push(line),
  })
  if (code !== 0) {
    process.stderr.write(`${printed.join('\n')}\n`)
    throw new SetupError('The counter could not be built; the lines above say why.')
  }
  writeFileSync(stamp, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** The files under a path from the root, sorted, each by its own path from the root. */
function filesUnder(path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found === undefined) return []
  if (found.isFile()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`))
}
