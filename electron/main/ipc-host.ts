/**
 * The host's end of the wire: one channel for commands, one for events. Checks who speaks, the message's shape and whether
 * this window may ask for that at all; what it means is the core's business.
 *
 * Invariant: only the top frame of a window of ours, on its own origin, is answered; the customer's display gets what it
 * shows, as an answer and as an event, and nothing else; nothing throws across.
 */
import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { Log } from '#core/ports.ts'
import type { AppError } from '#shared/app-error.ts'
import { commandChannel, commandMessageSchema, eventChannel, type NumberedEvent } from '#shared/ipc/wire.ts'
import { err, type Result } from '#shared/result.ts'
import { mayAsk, mayCommand, mayHear, type WindowRole } from './web-rules.ts'
import type { CounterWindows } from './windows.ts'

type Reply = Result<unknown, AppError>

export interface CommandCore {
  dispatch(name: string, input: unknown): Promise<Reply>
  onEvent(listener: (event: NumberedEvent) => void): () => void
}

/** Begins to answer commands and to publish events. The answer stops the events. */
export function hostCommands(
  core: CommandCore,
  windows: Pick<CounterWindows, 'roleOf' | 'broadcast'>,
  log: Log,
): () => void {
  ipcMain.handle(commandChannel, async (event, message: unknown): Promise<Reply> => {
    const role = roleOfPage(event, windows)
    if (role === undefined) {
      log.write('warn', 'a command came from a page that is not ours', {
        url: event.senderFrame?.url ?? null,
      })
      return err({ kind: 'internal' })
    }
    const parsed = commandMessageSchema.safeParse(message)
    if (!parsed.success) {
      return err({ kind: 'invalid-input', field: 'message', problem: 'not a command message' })
    }
    if (!mayAsk(role, parsed.data.name)) {
      log.write('warn', 'a window asked for what it may not', { role })
      return err({ kind: 'invalid-input', field: 'name', problem: 'no-such-command' })
    }
    return dispatchSafely(core, parsed.data, log)
  })
  return core.onEvent((numbered) =>
    windows.broadcast(eventChannel, numbered, (role) => mayHear(role, numbered.event.kind)),
  )
}

async function dispatchSafely(
  core: CommandCore,
  message: { readonly name: string; readonly input: unknown },
  log: Log,
): Promise<Reply> {
  try {
    return await core.dispatch(message.name, message.input)
  } catch (fault) {
    // The screen learns that the outcome is unknown, and asks the journal.
    log.write('error', 'a command failed', { name: message.name, fault: String(fault) })
    return err({ kind: 'internal' })
  }
}

/** The role of the window whose own page asks; undefined where it is none of ours. */
function roleOfPage(
  { sender, senderFrame }: IpcMainInvokeEvent,
  windows: Pick<CounterWindows, 'roleOf'>,
): WindowRole | undefined {
  const role = windows.roleOf(sender)
  return mayCommand(senderFrame, role) ? role : undefined
}
