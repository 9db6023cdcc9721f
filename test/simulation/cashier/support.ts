/** What support does where the service took a good key for a bad one, and says now that it is good. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Counter } from '../counter/counter.ts'

/** Takes away what the counter remembers of a refused key, where it sells nothing for that reason. */
export async function callSupport(counter: Counter): Promise<void> {
  const life = await counter.up()
  // A counter that has just started does not know yet.
  await life.ask('connection.check', {})
  const snapshot = await life.ask('app.snapshot', {})
  if (!snapshot.ok) return
  const { selling } = snapshot.value.status
  if (selling.open || selling.why !== 'key-refused') return
  await counter.reopen((folder) => {
    const kept = readdirSync(folder).filter((name) => name.startsWith('refused-key'))
    for (const name of kept) rmSync(join(folder, name))
  })
}
