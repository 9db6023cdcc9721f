/** `node with-node.mjs FILE [args]`: runs FILE on the project's own Node, whichever Node the machine has. */
import { runNode } from './child.mjs'
import { ensureReady, orSentence } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
orSentence(() => ensureReady('start'))
process.exitCode = await runNode(file, args)
