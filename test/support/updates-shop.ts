/** A counter beside a server of versions, with an installer that keeps what it is given. */
import type { FetchedUpdate } from '#core/ports.ts'
import type { VersionFile } from '#core/updates/version-file.ts'
import { err, ok } from '#shared/result.ts'
import { startShop, until } from './core.ts'
import { startWholeCounter, type WholeCounterOptions } from './counter.ts'
import { statusOf } from './selling-status.ts'
import { temporaryFolder } from './temporary-folder.ts'
import {
  fileOf,
  installerBytes,
  makeKey,
  signed,
  startVersionServer,
  textOfKey,
  versionFile,
} from './version-server.ts'

interface ShopOptions {
  readonly dataDir: string
  /** Nothing installs a version by itself. */
  readonly byHand: boolean
  readonly started: boolean
  /** The counter's own. */
  readonly version: string
}

export const ours = makeKey()
export const { name: installerName } = fileOf(installerBytes)

export async function openUpdatesShop(given: Partial<ShopOptions> = {}) {
  const { dataDir = temporaryFolder(), byHand = false, started = true, version = '1.0.0' } = given
  const server = await startVersionServer({ [installerName]: installerBytes })
  const publish = (change: Partial<VersionFile> = {}, key = ours.privateKey) => {
    server.files['version.json'] = signed(versionFile(change), key)
  }
  const taken: FetchedUpdate[] = []
  const installed: boolean[] = []
  let refusal: string | undefined
  const installer = {
    async take(update: FetchedUpdate) {
      taken.push(update)
      return refusal === undefined ? ok(undefined) : err(refusal)
    },
    installAtEnd: (opensAgain: boolean) => void installed.push(opensAgain),
    quit: () => undefined,
  }
  const shop = await startShop()
  const options: WholeCounterOptions = {
    ...{ ...shop, dataDir, started },
    config: { version, updates: { address: server.address, keys: [textOfKey(ours.publicKey)] } },
    ports: byHand ? {} : { installer },
  }
  const counter = await startWholeCounter(options)
  const look = () => counter.command('updates.look', {})
  const state = () => counter.command('updates.state', {})
  const ready = async () => {
    await look()
    await until('it is ready', async () => (await state()).stage === 'ready')
  }
  const notices = async () => (await statusOf(counter)).notices
  const refuseWith = (why: string) => {
    refusal = why
  }
  return {
    ...shop,
    ...counter,
    options,
    server,
    publish,
    taken,
    installed,
    look,
    state,
    ready,
    notices,
    refuseWith,
  }
}
