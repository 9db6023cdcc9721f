/** Does what the command line asks for without opening a window; its answer is the exit code, its words go to the console. */
import { createReadStream } from 'node:fs'
import { app } from 'electron'
import { exportOffline } from '#core/offline/export-offline.ts'
import { resetTraining } from '#core/offline/reset-training.ts'
import type { Log } from '#core/ports.ts'
import { Misfit, verifyExport } from '#resources/verify-journal.mjs'
import { createClock } from './clock.ts'
import { type Command, exitCodes, help } from './commands.ts'

const CHUNK_BYTES = 1024 * 1024

export interface CommandPlace {
  readonly dataDir: string
  /** Takes the data folder for this process alone; false where a counter has it. */
  claim(): boolean
  readonly log: Log
}

const say = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)

/** Never rejects. */
export async function runCommand(command: Command, place: CommandPlace): Promise<number> {
  try {
    return await run(command, place)
  } catch (fault) {
    say(`not done: ${fault instanceof Error ? fault.message : String(fault)}`)
    return exitCodes.notDone
  }
}

async function run(command: Command, { dataDir, claim, log }: CommandPlace): Promise<number> {
  switch (command.kind) {
    case 'help':
      say(help)
      return exitCodes.done
    case 'version':
      say(versions())
      return exitCodes.done
    case 'wrong':
      say(`${command.why}\n\n${help}`)
      return exitCodes.wrong
    case 'verify-journal':
      return verify(command.path)
    case 'open':
      return exitCodes.done
    default:
  }
  if (!claim()) {
    say(`a counter is open in ${dataDir}: close it first`)
    return exitCodes.inUse
  }
  if (command.kind === 'export') {
    const done = await exportOffline({ ...command, dataDir, locale: 'fr', clock: createClock(), log })
    say(done.ok ? `ok: ${done.value.rows} rows in ${done.value.path}` : `not exported: ${done.error}`)
    return done.ok ? exitCodes.done : exitCodes.notDone
  }
  const aside = resetTraining(dataDir)
  say(
    aside === undefined ? 'there was no training yet' : `training begins anew; what was there is in ${aside}`,
  )
  return exitCodes.done
}

async function verify(path: string): Promise<number> {
  try {
    const { entries, hash } = await verifyExport(createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    say(`ok: ${entries} entries, the last hash is ${hash}`)
    return exitCodes.done
  } catch (fault) {
    const isMisfit = fault instanceof Misfit
    say(`${isMisfit ? 'wrong' : 'cannot be read'}: ${fault instanceof Error ? fault.message : String(fault)}`)
    return isMisfit ? exitCodes.notDone : exitCodes.wrong
  }
}

function versions(): string {
  const { electron = 'none', chrome = 'none', node } = process.versions
  const runtime = `Electron ${electron}, Chromium ${chrome}, Node ${node}`
  return `Comptoir ${app.getVersion()} (${runtime}, ${process.platform} ${process.arch})`
}
