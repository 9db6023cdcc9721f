/**
 * `npm start`: sets the machine up, builds where needed, and opens the counter in training mode, on Electron where its
 * runtime is there and there is a display, else on the stand-in. Says which and why in one line.
 */
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { runNode, runProgram } from './child.mjs'
import { electronEnv, electronFlags, findOrFetchElectron, hasDisplay } from './electron.mjs'
import { ensureReady, orSentence, root, SetupError } from './setup.mjs'

const say = (line) => process.stderr.write(`comptoir: ${line}\n`)
const picture = join('out', 'counter.png')

orSentence(() => ensureReady('start'))
try {
  await ensureBuilt(say)
  process.exitCode = await open()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  say(error.message)
  process.exitCode = 1
}

async function open() {
  if (!hasDisplay()) {
    say('opening the counter on the stand-in, without a window, because there is no display; Ctrl-C ends it')
    return openStandIn(['--headless', '--picture', picture])
  }
  const electron = await findOrFetchElectron()
  if (electron === undefined) {
    say("opening the counter on the stand-in (Chromium), because Electron's runtime could not be fetched")
    return openStandIn([])
  }
  const flags = electronFlags()
  const without = flags.length > 0 ? ", without Chromium's sandbox: this system does not let it start" : ''
  say(`opening the counter on Electron${without}`)
  return runProgram(electron, [...flags, root], { env: electronEnv(), hasWindow: true })
}

function openStandIn(args) {
  ensureReady('stand-in')
  const onLine = (line) => {
    if (line.startsWith('{"event":"picture"')) say(`the counter is open; a picture of it is in ${picture}`)
  }
  return runNode(join('test', 'stand-in', 'run.ts'), args, { onLine })
}
