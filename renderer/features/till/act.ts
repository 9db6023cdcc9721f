/** Acts of people at the till, as the screens ask for them, each done once. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { useParts, usePeople, useScreen, useSignedIn } from '../../counter-context.tsx'

export type ActName = {
  [Name in CommandName]: CommandInput<Name> extends { readonly actId: string } ? Name : never
}[CommandName]

type Asked<Name extends ActName> = Omit<CommandInput<Name>, 'actId'>

export interface Act<Name extends ActName> {
  readonly isBusy: boolean
  readonly error: AppError | null
  /** What it was answered; undefined where it was refused, or nobody knows. */
  run(asked: Asked<Name>): Promise<CommandOutput<Name> | undefined>
  forget(): void
}

export function useAct<Name extends ActName>(name: Name): Act<Name> {
  const { client, screen } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const ids = idsOf(client)
  return {
    isBusy,
    error,
    forget: () => setError(null),
    async run(asked) {
      const actId = ids.idFor(name, asked)
      setIsBusy(true)
      // An act's input is what is asked with its id.
      const done = await client.command(name, { ...asked, actId } as CommandInput<Name>)
      if (done.ok) ids.noteDone(actId)
      setError(done.ok ? null : done.error)
      setIsBusy(false)
      if (done.ok && 'who' in asked && typeof asked.who === 'string') screen.keepName(asked.who)
      return done.ok ? done.value : undefined
    },
  }
}

/** Who signs an act: whoever is signed in; where the shop has no people, the name that is typed. */
export function useSignature() {
  const { screen } = useParts()
  const { isOn } = usePeople()
  const signedIn = useSignedIn()
  const who = useScreen((state) => state.who)
  const names = useScreen((state) => state.names)
  return {
    /** Null where nobody has to type their name. */
    typed: isOn ? null : who,
    type: screen.noteWho,
    /** Who signed before. */
    names,
    isSigned: isOn || who.trim() !== '',
    signed: isOn ? {} : { who },
    /** For what takes a name in either case. */
    name: signedIn?.name ?? who,
  }
}

// The id that an act is asked for with. Invariant: an act keeps its id until it was answered as done, also where its form was
// closed meanwhile or another act came between, so that the next press does it once. The same act after that has another id.

interface ActIds {
  /** The id to ask for this act with. */
  idFor(name: ActName, asked: object): string
  noteDone(actId: string): void
}

/**
 * No error says that nothing was recorded: a disk may keep a commit that it denies. A refused act has no entry, so that its id
 * is free to be used again.
 */
export function createActIds(newId: () => string = () => crypto.randomUUID()): ActIds {
  const open = new Map<string, string>()
  return {
    idFor(name, asked) {
      const text = JSON.stringify([name, asked])
      const actId = open.get(text) ?? newId()
      open.set(text, actId)
      return actId
    },
    noteDone(actId) {
      for (const [text, id] of open) if (id === actId) open.delete(text)
    },
  }
}

/** One of a window: forms come and go. */
const idsOfWindows = new WeakMap<object, ActIds>()

function idsOf(client: object): ActIds {
  const ids = idsOfWindows.get(client) ?? createActIds()
  idsOfWindows.set(client, ids)
  return ids
}
