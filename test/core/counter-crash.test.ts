/** A process that dies in the middle of a switch: the counter opens on one account or the other, and the journals say which. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { startShop } from '../support/core.ts'
import { startWholeCounter, switchesIn } from '../support/counter.ts'
import { statusOf } from '../support/selling-status.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const sandbox = 'sandbox:0550000000'
const inTraining = { environment: 'training', account: 'training' } as const

/** The data folder at each step of a switch, as a power cut leaves it. */
async function imagesOfSwitch() {
  const shop = await startShop()
  const dataDir = temporaryFolder()
  const images: string[] = []
  const keep = () => {
    const image = temporaryFolder()
    cpSync(dataDir, image, { recursive: true })
    images.push(image)
  }
  const counter = await startWholeCounter({ ...shop, dataDir })
  await counter.add(trainingKeys.sandbox)
  const { ref } = await counter.sell('030000002')
  await counter.reached(ref, 'queued')
  const list = readFileSync(join(dataDir, 'accounts.json'))
  keep()
  const { write } = counter.log
  Object.assign(counter.log, {
    write: (...line: Parameters<typeof write>) => {
      write(...line)
      if (images.length < 4) keep()
    },
  })
  await counter.switchTo(sandbox)
  keep()
  // Between the opening of the new journal and the list: the same files, and the list as it was.
  const before = temporaryFolder()
  cpSync(dataDir, before, { recursive: true })
  writeFileSync(join(before, 'accounts.json'), list)
  await counter.core.stop()
  return { ...shop, keychain: counter.keychain, images: [...images, before], ref }
}

test('after a crash at any step of a switch the counter opens on one of the two accounts, and the journals record how', async () => {
  const { images, ref, ...shop } = await imagesOfSwitch()
  expect(images.length).toBeGreaterThan(3)
  const seen = new Set<string>()
  for (const dataDir of images) {
    rmSync(join(dataDir, 'accounts.json.tmp'), { force: true })
    const counter = await startWholeCounter({ ...shop, dataDir })
    const { environment, journal } = await statusOf(counter)
    expect(journal).toEqual({ kind: 'open' })
    if (environment === 'training') await counter.reached(ref, 'queued', 'fulfilled')
    await counter.core.stop()
    const switches = switchesIn(dataDir, inTraining)
    expect(['', 'left sandbox Amina', 'left sandbox Amina,opened sandbox Amina']).toContain(String(switches))
    expect(switches.length === 1).toBe(environment === 'sandbox')
    seen.add(`${environment} ${switches.length}`)
  }
  expect([...seen].sort()).toEqual(['sandbox 1', 'training 0', 'training 2'])
})
