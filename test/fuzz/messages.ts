/** Messages to the IPC host: those of a window that is ours, those that are nearly so, and those of no window at all. */
import fc from 'fast-check'
import { type CommandName, commands, isCommandName } from '#shared/ipc/commands.ts'
import { commandMessageSchema } from '#shared/ipc/wire.ts'
import { commandNames, type Hearing, inputsFor } from './inputs.ts'
import { anyTwist, oddClone, prototypeNames, type Twist, twisted } from './twist.ts'

/** What a window says, before it is filled and twisted. */
export interface Draft {
  readonly good: unknown
  readonly twists: readonly Twist[]
}

const rightName = fc.constantFrom(...commandNames)
const wrongName = fc.oneof(
  fc.constantFrom<unknown>(...prototypeNames, '', 'sale.', 'sale.confirm ', 'SALE.CONFIRM', 'app.snapshot\0'),
  fc.string(),
  oddClone,
)

const rightMessage = rightName.chain((name) => inputsFor[name].map((input) => ({ name, input })))
const draftOf = (good: fc.Arbitrary<unknown>, twists: fc.Arbitrary<readonly Twist[]>): fc.Arbitrary<Draft> =>
  fc.record({ good, twists })
const someTwists = fc.array(anyTwist, { minLength: 1, maxLength: 3 })

export const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 10, arbitrary: draftOf(rightMessage, fc.constant([])) },
  { weight: 60, arbitrary: draftOf(rightMessage, someTwists) },
  { weight: 15, arbitrary: draftOf(fc.record({ name: rightName, input: oddClone }), fc.constant([])) },
  { weight: 10, arbitrary: draftOf(fc.record({ name: wrongName, input: fc.constant({}) }), fc.constant([])) },
  { weight: 5, arbitrary: draftOf(fc.oneof(oddClone, fc.anything()), fc.constant([])) },
)

/** The message as it leaves the window: what Electron clones is what arrives. Undefined where it cannot be cloned. */
export function messageOf({ good, twists }: Draft, hearing: Hearing): { readonly sent: unknown } | undefined {
  try {
    return { sent: structuredClone(twists.reduce(twisted, hearing.fill(good))) }
  } catch {
    return undefined
  }
}

/** The command whose handler this message reaches, or undefined where the host refuses it. */
export function handlerFor(message: unknown): CommandName | undefined {
  const read = commandMessageSchema.safeParse(message)
  if (!read.success || !isCommandName(read.data.name)) return undefined
  return commands[read.data.name].input.safeParse(read.data.input).success ? read.data.name : undefined
}

/** So many inputs are tried. */
const TRIES = 300

/** A message that the handler of this command is reached by; undefined where none is found. */
export function inFormOf(name: CommandName, hearing: Hearing, seed: number): object | undefined {
  const inputs = fc.sample(inputsFor[name], { numRuns: TRIES, seed })
  return inputs
    .map((input) => ({ name, input: hearing.fill(input) }))
    .find((message) => handlerFor(message) === name)
}
