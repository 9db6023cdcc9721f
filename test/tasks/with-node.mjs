/**
 * `node with-node.mjs [--chromium] FILE [args]`: runs FILE on the project's own Node, whichever Node the machine has. With
 * `--chromium` it needs one.
 */
import { runNode } from './child.mjs'
import { ensureReady, orSentence } from './setup.mjs'

const given = process.argv.slice(2)
const needsChromium = given[0] === '--chromium'
const [file, ...args] = needsChromium ? given.slice(1) : given
orSentence(() => ensureReady(needsChromium ? 'stand-in' : 'start'))
process.exitCode = await runNode(file, args)
