/**
 * Starts the built counter on the stand-in: Node and an installed Chromium in Electron's place.
 *
 *     node test/stand-in/run.ts [--headless] [--picture FILE]
 *
 * Invariant: out/main, out/preload and out/renderer run as they were built; only the word `electron` resolves here. What
 * keeps the browser from starting ends in one sentence and exit 1.
 */
import { flushCompileCache, registerHooks } from 'node:module'
import { SetupError } from '../tasks/setup.mjs'
import { standIn } from './electron.ts'

const electronUrl = new URL('./electron.ts', import.meta.url).href
const bundleUrl = new URL('../../out/main/index.js', import.meta.url).href

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
