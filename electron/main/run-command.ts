/** Does what the command line asks for without opening a window; its answer is the exit code, its words go to the console. */
import { app } from 'electron'
import { exportOffline } from '#core/offline/export-offline.ts'
import { resetTraining } from '#core/offline/reset-training.ts'
import type { Log } from '#core/ports.ts'
import { Misfit, verifyFile } from '#resources/verify-journal.mjs'
import type { Locale } from '#shared/views.ts'
import { createClock } from './clock.ts'
import { type Command, type ConsoleTexts, consoleLocale, exitCodes, fill, textsOf } from './commands.ts'

export interface CommandPlace {
  readonly dataDir: string
  /** Takes the data folder for this process alone; false where a counter has it. */
  claim(): boolean
  readonly log: Log
}

const say = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
const messageOf = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault))

/** Never rejects. */
export async function runCommand(command: Command, place: CommandPlace): Promise<number> {
  const locale = consoleLocale(place.dataDir)
  const texts = textsOf(locale)
  try {
    return await run(command, place, locale, texts)
  } catch (fault) {
    say(fill(texts.notDone, { why: messageOf(fault) }))
    return exitCodes.notDone
  }
}

async function run(
  command: Command,
  place: CommandPlace,
  locale: Locale,
  texts: ConsoleTexts,
): Promise<number> {
  const help = texts.help.join('\n')
  switch (command.kind) {
    case 'help':
      say(help)
      return exitCodes.done
    case 'version':
      say(versions())
      return exitCodes.done
    case 'wrong': {
      const { why, about } = command
      say(`${fill(texts.wrong[why], { command: about, what: about })}\n\n${help}`)
      return exitCodes.wrong
    }
    case 'verify-journal':
      return verify(command, texts)
    case 'open':
      return exitCodes.done
    default:
  }
  const { dataDir } = place
  if (!place.claim()) {
    say(fill(texts.inUse, { folder: dataDir }))
    return exitCodes.inUse
  }
  if (command.kind === 'reset-training') return reset(dataDir, texts)
  const done = await exportOffline({ ...command, dataDir, locale, clock: createClock(), log: place.log })
  if (done.ok) {
    say(fill(texts.exported, { rows: done.value.rows, path: done.value.path }))
    return exitCodes.done
  }
  const { problem, detail } = done.error
  say(fill(texts.notExported, { why: fill(texts.export[problem], { detail }) }))
  return exitCodes.notDone
}

function reset(dataDir: string, texts: ConsoleTexts): number {
  const done = resetTraining(dataDir)
  if (!done.ok) {
    say(fill(texts.registryBroken, { file: done.error }))
    return exitCodes.notDone
  }
  say(done.value === undefined ? texts.noTraining : fill(texts.trainingReset, { folder: done.value }))
  return exitCodes.done
}

async function verify(
  { path, publicKey: given }: Extract<Command, { readonly kind: 'verify-journal' }>,
  texts: ConsoleTexts,
): Promise<number> {
  try {
    const { entries, hash, publicKey, isOwnKey } = await verifyFile(path, given)
    say(fill(texts.verified, { entries, hash }))
    if (publicKey !== undefined) say(fill(isOwnKey ? texts.ownKey : texts.givenKey, { key: publicKey }))
    return exitCodes.done
  } catch (fault) {
    const isMisfit = fault instanceof Misfit
    say(fill(isMisfit ? texts.misfit : texts.unreadable, { why: messageOf(fault) }))
    return isMisfit ? exitCodes.notDone : exitCodes.wrong
  }
}

function versions(): string {
  const { electron = 'none', chrome = 'none', node } = process.versions
  const runtime = `Electron ${electron}, Chromium ${chrome}, Node ${node}`
  return `Comptoir ${app.getVersion()} (${runtime}, ${process.platform} ${process.arch})`
}
