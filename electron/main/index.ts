/**
 * The shell's first file: decides nothing about money. It claims the machine for one counter, opens the core on its
 * ports, shows the window, and quits in order.
 *
 * Invariant: the core is stopped before the process ends, whichever way the end was asked for; a fault that nobody
 * caught ends the process at once, because the journal on disk can be trusted and a half-known memory cannot.
 */
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { registerAppScheme } from './app-protocol.ts'
import { openLog } from './log.ts'
import { removeMenu } from './menu.ts'
import { openCounter } from './open-counter.ts'
import { readOverrides } from './overrides.ts'
import { quitInOrder } from './quit.ts'
import { lockDownContents } from './web-guard.ts'

/** Said before any screen of ours can say it, so in all three languages at once. */
const cannotOpen = [
  'Comptoir ne peut pas s’ouvrir. Tout ce qui a été enregistré est conservé.',
  'تعذّر فتح Comptoir. كل ما سُجِّل محفوظ.',
  'Comptoir cannot be opened. Everything that was recorded is kept.',
].join('\n')

const overrides = readOverrides(process.env, app.isPackaged)
if (overrides.dataDir !== undefined) app.setPath('userData', overrides.dataDir)
app.enableSandbox()
registerAppScheme()

if (app.requestSingleInstanceLock()) run()
else app.exit(0)

function run(): void {
  const dataDir = app.getPath('userData')
  const log = openLog(dataDir, { echoErrors: !app.isPackaged })
  const die = (what: string) => (fault: unknown) => {
    log.write('error', what, {
      fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
    })
    app.exit(1)
  }
  process.on('uncaughtException', die('uncaught exception'))
  process.on('unhandledRejection', die('unhandled rejection'))

  lockDownContents()
  const quit = quitInOrder(log)
  app
    .whenReady()
    .then(() => removeMenu())
    .then(() => openCounter({ dataDir, overrides, log, beforeExit: quit.beforeExit }))
    .catch((fault: unknown) => {
      dialog.showErrorBox('Comptoir', `${cannotOpen}\n\n${join(dataDir, 'logs')}`)
      die('the counter could not be opened')(fault)
    })
}
