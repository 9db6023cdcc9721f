/** `npm run setup`: all that opening the counter and testing it need, and Electron's runtime where it can be had. */
import { fetchElectron } from '../electron.mjs'
import { ensureReady, orSentence } from '../setup.mjs'

const say = (line) => process.stderr.write(`comptoir: ${line}\n`)

orSentence(() => ensureReady('test'))
if ((await fetchElectron()) === undefined) say('ready, without Electron: the counter opens on the stand-in')
else say('ready')
