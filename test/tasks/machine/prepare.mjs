/**
 * `npm run setup`: all that opening the counter and testing it need, and Electron's runtime where it can be had.
 * `npm run setup -- start`: what opening and packing it need alone.
 */
import { fetchElectron } from '../electron.mjs'
import { ensureReady, orSentence, SetupError } from '../setup.mjs'
import { levels } from './pieces.mjs'

const say = (line) => process.stderr.write(`comptoir: ${line}\n`)

const [need = 'test'] = process.argv.slice(2)
orSentence(() => {
  if (!levels.includes(need)) throw new SetupError(`npm run setup takes one of: ${levels.join(', ')}.`)
  ensureReady(need)
})
if ((await fetchElectron()) === undefined) say('ready, without Electron: the counter opens on the stand-in')
else say('ready')
