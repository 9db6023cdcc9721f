/**
 * The shell's first file: decides nothing about money. It claims the data folder for one counter, opens the core on its
 * ports, shows the window, and quits in order. What keeps it from opening is said in a dialog that names it.
 *
 * Invariant: the core is stopped before the process ends, whichever way the end was asked for; a fault that nobody
 * caught ends the process at once, because the journal on disk can be trusted and a half-known memory cannot.
 */
import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { cleanLog } from '#core/redaction.ts'
import { registerAppScheme } from './app-protocol.ts'
import { argumentsOf, exitCodes, findRefusedSwitch, readCommand } from './commands.ts'
import { keepHeapOutOfReports, keepMemoryOutOfDumps } from './crash-dumps.ts'
import { createLinkOpener } from './external-links.ts'
import { openLog } from './log.ts'
import { openCounter } from './open-counter.ts'
import { dropIgnoredVariables, findRefusedVariable, type Overrides, readOverrides } from './overrides.ts'
import { refuse } from './question.ts'
import { quitInOrder } from './quit.ts'
import { runCommand } from './run-command.ts'
import { closeNetworkToPages, lockDownContents } from './web-guard.ts'
import { removeMenu } from './windows.ts'

const OWNER_ONLY = 0o700

// With both, Electron asks for the sandbox in its helper processes after all, and they abort where none can be had.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
closeNetworkToPages()
// Whatever is written from here on is its user's alone.
process.umask(0o077)
keepMemoryOutOfDumps()
void keepHeapOutOfReports()
registerAppScheme()
start()

function start(): void {
  const command = readCommand(argumentsOf(process.argv, app.isPackaged), app.isPackaged)
  const refused = command.kind === 'open' ? findRefusedSwitch(process.argv, app.isPackaged) : undefined
  if (refused !== undefined) {
    void refuse(refused, exitCodes.wrong)
    return
  }
  const variable = findRefusedVariable(process.env, app.isPackaged)
  if (variable !== undefined) {
    void refuse(variable, exitCodes.wrong)
    return
  }
  dropIgnoredVariables(process.env, app.isPackaged)
  const overrides = readOverrides(process.env, app.isPackaged)
  if (!overrides.ok) {
    void refuse(overrides.error)
    return
  }
  const dataDir = overrides.value.dataDir ?? ownFolder()
  if (command.kind !== 'open') {
    const log = cleanLog(openLog(dataDir, { echoErrors: false, level: overrides.value.logLevel }))
    void runCommand(command, { dataDir, claim: () => claim(dataDir), log }).then((code) => app.exit(code))
    return
  }
  try {
    if (claim(dataDir)) run(dataDir, overrides.value)
    else app.exit(0)
  } catch (fault) {
    void refuse(`${dataDir}\n${messageOf(fault)}`)
  }
}

/** The system's folder for this program and user. A development build has one of its own: it never opens a shop's journals. */
function ownFolder(): string {
  if (app.isPackaged) return app.getPath('userData')
  return join(app.getPath('appData'), 'Comptoir development')
}

/** Whether this process is the folder's one counter. Throws where the folder cannot be made or written. */
function claim(dataDir: string): boolean {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY })
  accessSync(dataDir, constants.W_OK)
  closeToOthers(dataDir)
  app.setPath('userData', dataDir)
  const isFirst = app.requestSingleInstanceLock()
  if (!isFirst && !app.isPackaged) process.stderr.write(`comptoir: a counter is already open in ${dataDir}\n`)
  return isFirst
}

/** A folder that stood open, made by hand or by a copy, is closed to other users. A file system without modes keeps its own. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch {
    // What is written into it is closed to others all the same.
  }
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}

/** For the log: a system error says enough, a fault of ours is looked for by its trace. */
function traceOf(fault: unknown): string {
  return fault instanceof Error && !('code' in fault) ? (fault.stack ?? fault.message) : messageOf(fault)
}

function run(dataDir: string, overrides: Overrides): void {
  // Electron's crash reporter is never started: what a fault leaves is a line here, without the secrets that passed.
  const log = cleanLog(openLog(dataDir, { echoErrors: !app.isPackaged, level: overrides.logLevel }))
  const die = (what: string) => (fault: unknown) => {
    log.write('error', what, { fault: traceOf(fault) })
    app.exit(1)
  }
  process.on('uncaughtException', die('uncaught exception'))
  process.on('unhandledRejection', die('unhandled rejection'))

  const links = createLinkOpener(log)
  lockDownContents(links.openLink)
  const quit = quitInOrder(log)
  app
    .whenReady()
    .then(() => removeMenu())
    .then(() => openCounter({ dataDir, overrides, log, quit, links }))
    .then(() => log.write('info', 'the counter is open', { version: app.getVersion() }))
    .catch((fault: unknown) => {
      log.write('error', 'the counter could not be opened', { fault: traceOf(fault) })
      void refuse(`${log.clean(messageOf(fault))}\n${join(dataDir, 'logs')}`)
    })
}
