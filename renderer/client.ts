/**
 * The typed client over window.comptoir. Owns the window's end of the wire: whatever comes back is parsed before anyone
 * sees it, and whatever cannot be read is an `internal` error, which for a money command means "ask the journal".
 */
import type { AppError } from '#shared/app-error.ts'
import { type CommandInput, type CommandName, type CommandOutput, commands } from '#shared/ipc/commands.ts'
import { type Bridge, type NumberedEvent, numberedEventSchema, replySchema } from '#shared/ipc/wire.ts'
import { err, ok, type Result } from '#shared/result.ts'

export type CommandResult<Name extends CommandName> = Result<CommandOutput<Name>, AppError>

export interface Client {
  /** Sends a command and parses its answer. Never rejects. */
  command<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandResult<Name>>
  /** Hears every event; `undefined` stands for one that could not be read, which counts as a gap. */
  onEvent(listener: (event: NumberedEvent | undefined) => void): () => void
}

const unreadable: AppError = { kind: 'internal' }

/** `bridge` is undefined where the preload did not run: every command then fails as `internal`. */
export function createClient(bridge: Bridge | undefined): Client {
  return {
    command: async (name, input) => (bridge ? askOver(bridge, name, input) : err(unreadable)),
    onEvent: (listener) =>
      bridge?.onEvent((event) => listener(numberedEventSchema.safeParse(event).data)) ?? (() => undefined),
  }
}

async function askOver<Name extends CommandName>(
  bridge: Bridge,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name>> {
  try {
    const reply = replySchema.safeParse(await bridge.command(name, input))
    if (!reply.success) return err(unreadable)
    if (!reply.data.ok) return err(reply.data.error)
    const output = commands[name].output.safeParse(reply.data.value)
    // The schema was looked up by this very name: what it let through is this command's output.
    return output.success ? ok(output.data as CommandOutput<Name>) : err(unreadable)
  } catch {
    return err(unreadable)
  }
}
