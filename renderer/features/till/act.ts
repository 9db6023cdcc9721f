/** Acts of people at the till, as the screens ask for them, each done once. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { ok, type Result } from '#shared/result.ts'
import type { RecordedAct } from '#shared/till/till.ts'
import type { Client } from '../../client.ts'
import { useParts, usePeople, useScreen, useSignedIn } from '../../counter-context.tsx'

export type ActName = {
  [Name in CommandName]: CommandInput<Name> extends { readonly actId: string } ? Name : never
}[CommandName]

type Asked<Name extends ActName> = Omit<CommandInput<Name>, 'actId'>

export interface Act<Name extends ActName> {
  readonly isBusy: boolean
  readonly error: AppError | null
  /** Where it was recorded before it was asked for this time: nothing more was recorded. */
  readonly earlier: RecordedAct | null
  /** What it was answered; undefined where it was refused, or nobody knows. */
  run(asked: Asked<Name>): Promise<CommandOutput<Name> | undefined>
  forget(): void
}

export function useAct<Name extends ActName>(name: Name): Act<Name> {
  const { client, screen } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [earlier, setEarlier] = useState<RecordedAct | null>(null)
  const [idsOfForm] = useState(() => createLastId())
  const ids = countsTwice(name) ? idsOf(client) : idsOfForm
  return {
    isBusy,
    error,
    earlier,
    forget: () => setError(null),
    async run(asked) {
      setIsBusy(true)
      const { answer: done, earlier: before } = await askOnce(client, ids, name, asked)
      setError(done.ok ? null : done.error)
      setEarlier(before)
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

// The id that an act is asked for with. Invariants: an act whose answer was lost keeps its id, so that the next press does not do
// it twice; and an act that was recorded under that id before never passes for a new one, the window says when it was recorded.

export interface ActIds {
  /** The id to ask for this act with. `isOld`: an act was asked for with it before, and this one may be another. */
  idFor(name: ActName, asked: object): { readonly actId: string; readonly isOld: boolean }
  noteDone(actId: string): void
}

/** Asks for an act, and first for what is recorded under an old id. */
export async function askOnce<Name extends ActName>(
  client: Pick<Client, 'command'>,
  ids: ActIds,
  name: Name,
  asked: Asked<Name>,
): Promise<{ readonly answer: Result<CommandOutput<Name>, AppError>; readonly earlier: RecordedAct | null }> {
  const { actId, isOld } = ids.idFor(name, asked)
  const known = isOld ? await client.command('till.act', { actId }) : ok({ act: null })
  if (!known.ok) return { answer: known, earlier: null }
  // An act's input is what is asked with its id.
  const answer = await client.command(name, { ...asked, actId } as CommandInput<Name>)
  if (answer.ok) ids.noteDone(actId)
  return { answer, earlier: answer.ok ? known.value.act : null }
}

/**
 * Money and the drawer: done twice it counts twice, however much later that is. Of all others the core refuses the second, or it
 * changes nothing.
 */
export const countsTwice = (name: ActName): boolean => countedTwice.includes(name)
const countedTwice: readonly ActName[] = ['till.move-cash', 'carnet.repay', 'carnet.pay-out']

const newActId = (): string => crypto.randomUUID()

/**
 * Ids that outlive their forms, each until its act is answered as done: the form may be closed meanwhile, or another act come
 * between. No error says that nothing was recorded: a disk may keep a commit that it denies. A refused act has no entry, so that
 * its id is free to be used again.
 */
export function createActIds(newId: () => string = newActId): ActIds {
  const open = new Map<string, string>()
  return {
    idFor(name, asked) {
      const text = JSON.stringify([name, asked])
      const kept = open.get(text)
      const actId = kept ?? newId()
      open.set(text, actId)
      return { actId, isOld: kept !== undefined }
    },
    noteDone(actId) {
      for (const [text, id] of open) if (id === actId) open.delete(text)
    },
  }
}

/** The id of what a form asked for last: what is set, changed and set again is set again. A PIN in it goes with its form. */
export function createLastId(newId: () => string = newActId): ActIds {
  let last: { readonly actId: string; readonly text: string } | null = null
  return {
    idFor(name, asked) {
      const text = JSON.stringify([name, asked])
      last = { actId: last?.text === text ? last.actId : newId(), text }
      return { actId: last.actId, isOld: false }
    },
    noteDone() {
      last = null
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
