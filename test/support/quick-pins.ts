/**
 * A set-up file: digests of PINs take a thirtieth of their work, because no test asks how long one takes. What is kept of a PIN
 * reads as ever; a process that is started without this file would not know it again.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const LESS = 2 ** 5
const { scryptSync } = crypto

const quickScryptSync: typeof scryptSync = (password, salt, length, options) =>
  scryptSync(password, salt, length, { ...options, N: Math.max(2, (options?.N ?? LESS) / LESS) })

// A worker runs this file before each of its test files.
if (scryptSync.name !== quickScryptSync.name) {
  crypto.scryptSync = quickScryptSync
  syncBuiltinESMExports()
}
