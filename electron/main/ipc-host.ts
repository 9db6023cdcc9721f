/**
 * The host's end of the wire: one channel for commands, one for events. Checks who speaks and the message's shape; what
 * it means is the core's business.
 *
 * Invariant: only the top frame of a window of ours, on our own origin, is answered; nothing throws across.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Log } from '#core/ports.ts'
import type { AppError } from '#shared/app-error.ts'
import { commandChannel, commandMessageSchema, eventChannel } from '#shared/ipc/wire.ts'
import { err, type Result } from '#shared/result.ts'
import { mayCommand } from './web-rules.ts'
import type { CounterWindows } from './windows.ts'

type Reply = Result<unknown, AppError>

export interface CommandCore {
  dispatch(name: string, input: unknown): Promise<Reply>
  onEvent(listener: (event: unknown) => void): () => void
}

/** Begins to answer commands and to publish events. The answer stops the events. */
export function hostCommands(core: CommandCore, windows: CounterWindows, log: Log): () => void {
  ipcMain.handle(commandChannel, async (event, message: unknown): Promise<Reply> => {
    if (!isOurPage(event, windows)) {
      log.write('warn', 'a command came from a page that is not ours', {
        url: event.senderFrame?.url ?? null,
      })
      return err({ kind: 'internal' })
    }
    const parsed = commandMessageSchema.safeParse(message)
    if (!parsed.success) {
      return err({ kind: 'invalid-input', field: 'message', problem: 'not a command message' })
    }
    return dispatchSafely(core, parsed.data, log)
  })
  return core.onEvent((event) => windows.broadcast(eventChannel, event))
}

async function dispatchSafely(
  core: CommandCore,
  message: { readonly name: string; readonly input: unknown },
  log: Log,
): Promise<Reply> {
  try {
    return await core.dispatch(message.name, message.input)
  } catch (fault) {
    // The screen is told that the outcome is unknown, and asks the journal.
    log.write('error', 'a command failed', { name: message.name, fault: String(fault) })
    return err({ kind: 'internal' })
  }
}

function isOurPage(event: IpcMainInvokeEvent, windows: CounterWindows): boolean {
  return mayCommand(event.senderFrame) && windows.isOurs(event.sender)
}
