/**
 * Starts the built counter on the stand-in: Node and an installed Chromium in Electron's place.
 *
 *     node test/stand-in/run.ts [--headless] [--picture FILE] [the counter's own arguments]
 *
 * COMPTOIR_STAND_IN_APP names the folder of a packed counter, taken out of its archive: it runs as packaged.
 *
 * Invariant: out/main, out/preload and out/renderer run as they were built; only the word `electron` resolves here. What
 * keeps the browser from starting ends in one sentence and exit 1.
 */
import { flushCompileCache, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, SetupError } from '../tasks/setup.mjs'
import { standIn } from './electron.ts'
import { withoutOwn } from './options.ts'

const electronUrl = new URL('./electron.ts', import.meta.url).href
const { COMPTOIR_STAND_IN_APP: packedApp } = process.env
const bundleUrl = pathToFileURL(join(packedApp ?? root, 'out/main/index.js')).href
// A packaged program's own path comes first, and its arguments follow at once.
if (packedApp !== undefined) process.argv = [process.execPath, ...withoutOwn(process.argv.slice(2))]
// What lies beside its archive.
if (packedApp !== undefined) Object.assign(process, { resourcesPath: dirname(packedApp) })

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: electronUrl, shortCircuit: true } : next(specifier, context),
})

await import(bundleUrl)
try {
  await standIn.becomeReady()
  // Where Node keeps what it compiled, it writes that at an orderly end only; most counters of a test are killed.
  flushCompileCache()
} catch (fault) {
  if (!(fault instanceof SetupError)) throw fault
  process.stderr.write(`comptoir: ${fault.message}\n`)
  process.exit(1)
}
