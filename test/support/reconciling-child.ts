/**
 * A process of its own that opens the core of `<dataDir>` at the service of `<baseUrl>` and `<billUrl>` and compares the books,
 * for a test that kills it. Stays until then.
 */
import { createCore } from '#core/create-core.ts'
import { trainingKeys } from '#training/keys.ts'
import { childPorts } from './child-ports.ts'
import { fastClock } from './clock.ts'
import { reconciledAccount } from './two-books.ts'

const [, , dataDir = '', baseUrl = '', billUrl = ''] = process.argv
const AGAIN_MS = 20

const core = createCore(
  { dataDir, baseUrl, billUrl, ...reconciledAccount },
  childPorts(fastClock(1), trainingKeys.production),
)
core.start()
const begin = async (): Promise<void> => {
  const reply = await core.dispatch('reconcile.start', {})
  // Selling is closed until the service has said whose key it is.
  if (!reply.ok) setTimeout(() => void begin(), AGAIN_MS)
}
void begin()
