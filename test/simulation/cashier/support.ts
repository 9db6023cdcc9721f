/** What support does where the service took a good key for a bad one, and says now that it is good. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Counter } from '../counter/counter.ts'
import type { Life } from '../counter/life.ts'

/** Whether the counter says that it sells nothing because its key was refused. */
export async function isKeyRefused(life: Life): Promise<boolean> {
  const snapshot = await life.ask('app.snapshot', {})
  if (!snapshot.ok) return false
  const { selling } = snapshot.value.status
  return !selling.open && selling.why === 'key-refused'
}

/** Takes away what the counter remembers of a refused key, where it sells nothing for that reason. */
export async function callSupport(counter: Counter): Promise<void> {
  const life = await counter.up()
  // A counter that has just started does not know yet.
  await life.ask('connection.check', {})
  if (!(await isKeyRefused(life))) return
  await counter.reopen((folder) => {
    const kept = readdirSync(folder).filter((name) => name.startsWith('refused-key'))
    for (const name of kept) rmSync(join(folder, name))
  })
}
