/**
 * The owner's approval of one act. A command that is refused because it needs the owner waits here, and is sent again as it
 * was once an owner's PIN has approved of it. Invariant: one act waits at a time; another one is refused meanwhile.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName } from '#shared/ipc/commands.ts'
import type { Client } from '../../client.ts'

interface Waiting {
  readonly command: CommandName
  readonly input: unknown
  settle(isApproved: boolean): void
}

export interface Approvals {
  /** The act that waits; null where none does. */
  readonly store: StoreApi<{ readonly waiting: Waiting | null }>
  /** Sends commands; what needs the owner waits for the PIN. */
  readonly client: Client
  /** Null where the PIN approves: the act goes on by itself. */
  approve(personId: string, pin: string): Promise<AppError | null>
  /** The act is not done: its refusal is its answer. */
  refuse(): void
}

export function createApprovals(bare: Client): Approvals {
  const store = createStore<{ readonly waiting: Waiting | null }>(() => ({ waiting: null }))
  const isApproved = (command: CommandName, input: unknown): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (approved: boolean): void => {
        store.setState({ waiting: null })
        resolve(approved)
      }
      store.setState({ waiting: { command, input, settle } })
    })
  const command = async <Name extends CommandName>(name: Name, input: CommandInput<Name>) => {
    const asked = await bare.command(name, input)
    if (asked.ok || !needsOwner(asked.error) || store.getState().waiting) return asked
    return (await isApproved(name, input)) ? bare.command(name, input) : asked
  }
  return {
    store,
    client: { ...bare, command },
    async approve(personId, pin) {
      const { waiting } = store.getState()
      if (!waiting) return null
      const { command: name, input } = waiting
      const done = await bare.command('people.approve', { personId, pin, command: name, input })
      if (!done.ok) return done.error
      waiting.settle(true)
      return null
    },
    refuse: () => store.getState().waiting?.settle(false),
  }
}

const needsOwner = (error: AppError): boolean => error.kind === 'till' && error.problem === 'needs-owner'
