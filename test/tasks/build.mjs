/**
 * The build, made again only where its sources have changed.
 *
 * Invariant: out/.built holds the fingerprint of the sources that out/ was built from, and is written last.
 */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { commandOf, runNode } from './child.mjs'
import { inWritable, root, SetupError } from './setup.mjs'

const sources = [
  'electron',
  'renderer',
  'resources',
  'shared',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
]
const out = join(root, 'out')
const stamp = join(out, '.built')

/**
 * Builds where out/ is missing or older than its sources. `say` hears it before the build begins.
 * @throws {SetupError} where out/ cannot be written or the build fails
 */
export async function ensureBuilt(say) {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  inWritable(out, () => {
    mkdirSync(out, { recursive: true })
    accessSync(out, constants.W_OK)
    rmSync(stamp, { force: true })
  })
  say('building the counter')
  const printed = []
  const code = await runNode(commandOf('electron-vite'), ['build', '--logLevel', 'warn'], {
    onLine: (line) => printed.push(line),
  })
  if (code !== 0) {
    process.stderr.write(`${printed.join('\n')}\n`)
    throw new SetupError('The counter could not be built; the lines above say why.')
  }
  inWritable(out, () => writeFileSync(stamp, wanted))
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
