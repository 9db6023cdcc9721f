/**
 * The entry point of every command. Checks the input and the output against the contract and turns whatever
 * goes wrong into a typed reply: nothing is thrown across, and no command is half understood.
 */
import type * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  commands,
  isCommandName,
} from '#shared/ipc/commands.ts'
import type { replySchema } from '#shared/ipc/wire.ts'
import { isRef } from '#shared/ref.ts'
import { err, type Result } from '#shared/result.ts'
import { JournalFault, type JournalTrouble, JournalUnread, journalError } from './journal/faults.ts'
import type { Log } from './ports.ts'
import type { Actor } from './till/actor.ts'
import { withoutCosts } from './till/hidden-costs.ts'

export type Reply = z.infer<typeof replySchema>

type HandlersOf<Names extends CommandName> = {
  readonly [Name in Names]: (
    input: CommandInput<Name>,
    actor: Actor,
  ) => Promise<Result<CommandOutput<Name>, AppError>>
}

/** Commands about the accounts themselves and the program, which no core of one account can answer: see counter.ts. */
const counterCommands = [
  ...(['accounts.list', 'accounts.check-key', 'accounts.add', 'accounts.accept-loss'] as const),
  ...(['accounts.remove', 'accounts.switch'] as const),
  ...(['authorities.list', 'authorities.add', 'authorities.remove'] as const),
  ...(['updates.state', 'updates.look', 'updates.install'] as const),
] satisfies readonly CommandName[]
type CounterCommand = (typeof counterCommands)[number]

/** Whether the counter answers it, and no core. */
export const isCounterCommand = (name: unknown): name is CounterCommand =>
  counterCommands.some((one) => one === name)

/** One handler a command, of the counter or of the core of its account: a missing one is a compile error. */
export type CounterHandlers = HandlersOf<CounterCommand>
export type Handlers = HandlersOf<Exclude<CommandName, CounterCommand>>

/** The handlers of the commands whose names begin so. */
export type SubjectHandlers<Subject extends string> = Pick<
  Handlers,
  Extract<keyof Handlers, `${Subject}.${string}`>
>

type Handler = (input: unknown, actor: Actor) => Promise<Result<unknown, AppError>>

/** Whether a command with this input, which has passed its schema, may be done, and who does it. */
export type Admit = (name: CommandName, input: unknown) => Result<Actor, AppError>

const MAX_PROBLEM_LENGTH = 200

interface DispatchOptions {
  /** Of a closed journal only those that need none: see `closedBy`. */
  readonly handlers: Partial<Handlers> | CounterHandlers
  readonly log: Log
  readonly admit: Admit
  /** Whether who is signed in may see what sales cost; no answer shows it otherwise. */
  seesCosts?(): boolean
  /** What keeps the journal closed: a core's command without a handler needs the journal, and is refused with it. */
  readonly closedBy?: JournalTrouble | undefined
}

/** Answers the dispatch of these handlers. It never rejects; a fault of ours answers `internal` and is logged. */
export function createDispatch({ handlers, log, admit, seesCosts = () => true, closedBy }: DispatchOptions) {
  return async (asked: unknown, input: unknown): Promise<Reply> => {
    const row = findRow(handlers, asked, closedBy)
    if (!row) return refuse({ kind: 'invalid-input', field: 'name', problem: 'no-such-command' })
    const { name, handle } = row
    let ref: AppError['ref']
    try {
      const read = readInput(name, input)
      if (!read.ok) return refuse(read.error)
      ref = refIn(read.value)
      const actor = admit(name, read.value)
      const reply = actor.ok ? await handle(read.value, actor.value) : actor
      if (!reply.ok) return refuse(reply.error)
      const value = commands[name].output.parse(reply.value)
      return { ok: true, value: seesCosts() ? value : withoutCosts(value) }
    } catch (fault) {
      log.write('error', 'a command failed by a fault of ours', { command: name, fault: String(fault) })
      return refuse({ ...errorOf(fault, name), ...(ref === undefined ? {} : { ref }) })
    }
  }
}

/** What a fault that a handler has thrown is reported as. */
function errorOf(fault: unknown, name: CommandName): AppError {
  if (!(fault instanceof JournalFault)) return { kind: 'internal' }
  const { problem, message: detail } = fault
  // What the disk does not take is never sent, see sale/run.ts: nothing has moved on its account.
  const kind = fault instanceof JournalUnread && aboutASale.includes(name) ? 'journal-unread' : 'journal'
  return { kind, problem, detail }
}

/** Commands about a sale that may exist already, and whose money may have moved whether it can be read or not. */
const aboutASale: readonly CommandName[] = [
  'sale.confirm',
  'sale.find',
  'sale.resend',
  'sale.cancel',
  'sale.look-up',
  'sale.decide',
]

interface Row {
  readonly name: CommandName
  readonly handle: Handler
}

/** The table's row for a name takes exactly what the contract's schema for that name parses. */
function findRow(handlers: object, name: unknown, closedBy: JournalTrouble | undefined): Row | undefined {
  if (!isCommandName(name)) return undefined
  if (Object.hasOwn(handlers, name))
    return { name, handle: (handlers as Readonly<Record<CommandName, Handler>>)[name] }
  if (closedBy === undefined || isCounterCommand(name)) return undefined
  return { name, handle: async () => err(closedErrorOf(name, closedBy)) }
}

const begins: readonly CommandName[] = ['sale.review', 'sale.confirm', 'sale.resend']

const closedErrorOf = (name: CommandName, closedBy: JournalTrouble): AppError =>
  begins.includes(name) ? { kind: 'selling-closed', why: 'journal' } : journalError(closedBy)

function readInput(name: CommandName, input: unknown): Result<unknown, AppError> {
  const parsed = parseSafely(name, input)
  if (parsed?.success) return { ok: true, value: parsed.data }
  const issue = parsed?.error.issues[0]
  const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...(issue?.path ?? []), ...unknownKey].map(String).join('.') || 'input'
  const problem = (issue?.message ?? 'unreadable').slice(0, MAX_PROBLEM_LENGTH)
  return refuse({ kind: 'invalid-input', field, problem })
}

/** undefined where looking at the input throws: an object may be made to. */
function parseSafely(name: CommandName, input: unknown) {
  try {
    return commands[name].input.safeParse(input)
  } catch {
    return undefined
  }
}

function refIn(input: unknown): AppError['ref'] {
  const ref = typeof input === 'object' && input !== null && 'ref' in input ? input.ref : undefined
  return isRef(ref) ? ref : undefined
}

const refuse = (error: AppError): { readonly ok: false; readonly error: AppError } => ({ ok: false, error })
