/**
 * Fetches Electron's runtime for this system, on the project's Node: by its own package, which knows the place, the mirrors
 * and the hashes and unpacks it, with our download between. Ends with 1 and one sentence where it cannot be had.
 */
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { download } from './download.mjs'

const say = (line) => process.stderr.write(`comptoir: ${line}\n`)
const fromElectron = createRequire(import.meta.resolve('electron/package.json'))
const { version } = fromElectron('./package.json')
const { downloadArtifact } = await import(fromElectron.resolve('@electron/get'))
const folder = join(import.meta.dirname, '../../../node_modules/.cache/comptoir-electron')

let partial
const downloader = {
  download(url, target) {
    partial = join(folder, `${basename(target)}.part`)
    say(`fetching Electron ${version} from ${new URL(url).host}`)
    return download({ url, target, partial, say })
  },
}

try {
  const checksums = fromElectron('./checksums.json')
  const { platform, arch } = process
  await downloadArtifact({ version, artifactName: 'electron', platform, arch, checksums, downloader })
  // Finds it in the cache, holds it against its hash again, and unpacks it.
  await import(fromElectron.resolve('./install.js'))
} catch (fault) {
  const why = [fault.message, fault.cause?.message].filter(Boolean).join(': ')
  if (/checksum/i.test(why) && partial) rmSync(partial, { force: true })
  say(`Electron's runtime could not be fetched (${why}); npm run setup tries again, and goes on where it was`)
  process.exitCode = 1
}
