/**
 * People and rights over one journal: who there is, who is signed in, and whether a command may be done. Owns the session,
 * the count of wrong PINs with its wait, and the one approval that an owner has given. Invariants: every use of a PIN is on
 * disk before it is answered; what a disk has denied is read anew before anybody is let past; neither a restart nor a clock that is set back shortens a wait (one set ahead before a restart does); an approval is for one command
 * with one input, once.
 */
import type { AppError } from '#shared/app-error.ts'
import { type CommandInput, type CommandName, commands, isCommandName } from '#shared/ipc/commands.ts'
import { isRef } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type PeopleView, type PersonView, pinWaitMs } from '#shared/till/people.ts'
import { limited, permissionOf, type Right, rightOf } from '#shared/till/rights.ts'
import type { TillProblem } from '#shared/till/till.ts'
import { readRecoveryCode } from '../accounts/recovery.ts'
import { canonicalJson } from '../journal/entries.ts'
import type { EntryBody } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { PinDigest, TillEntryBody } from '../journal/till-entry.ts'
import type { Clock, KeyVault, Random } from '../ports.ts'
import { type Actor, anybody, signatureOf } from './actor.ts'
import { digestPin, isPin } from './pin.ts'

type Asked<Act extends 'start' | 'sign-in' | 'add' | 'change' | 'change-own-pin' | 'approve' | 'recover'> =
  CommandInput<`people.${Act}`>
type PeopleAnswer = Result<PeopleView, AppError>

export interface People {
  read(): PeopleView
  /** Whether a command may be done, and who does it; an approval that fits is used up by that, and is on disk. */
  admit(name: CommandName, input: unknown): Result<Actor, AppError>
  /** Whether who is signed in may see what sales cost; nobody may where there are people and none of them is. */
  seesCosts(): boolean
  start(asked: Asked<'start'>): PeopleAnswer
  signIn(asked: Asked<'sign-in'>): PeopleAnswer
  signOut(): PeopleAnswer
  add(asked: Asked<'add'>, actor: Actor): PeopleAnswer
  change(asked: Asked<'change'>, actor: Actor): PeopleAnswer
  changeOwnPin(asked: Asked<'change-own-pin'>, actor: Actor): PeopleAnswer
  approve(asked: Asked<'approve'>): Result<Record<never, never>, AppError>
  recover(asked: Asked<'recover'>): Promise<PeopleAnswer>
}

interface PeopleOptions {
  readonly journal: Pick<Journal, 'till' | 'recordTill' | 'journalId'>
  readonly clock: Clock
  readonly random: Pick<Random, 'newId'>
  readonly keyVault: Pick<KeyVault, 'readJournalKey'>
  /** Who there is, or who is signed in, has changed. */
  onChange(): void
}

interface Person extends PersonView {
  readonly pin: PinDigest
  /** Every name they have had. */
  readonly names: readonly string[]
}

interface Approval {
  readonly command: CommandName
  readonly input: string
  readonly by: Person
  /** By the clock that nobody sets. */
  readonly untilElapsedMs: number
}

const APPROVED_FOR_MS = 60_000

const refuse = (problem: TillProblem, fromMs?: number): { readonly ok: false; readonly error: AppError } => ({
  ok: false,
  error: { kind: 'till', problem, ...(fromMs === undefined ? {} : { fromMs }) },
})

/** Who there is and who is signed in: what the parts below share. */
interface Session {
  readonly people: Map<string, Person>
  signedIn: string | undefined
  approval: Approval | undefined
  /** Records one entry of people. A disk may keep what it denies: behind a fault who there is is read anew. */
  record(body: TillEntryBody): void
  /** Reads who there is where that is not known for sure. Throws JournalFault where it cannot be read: nobody is let past then. */
  refresh(): void
}

function createSession({ journal, clock }: PeopleOptions): Session {
  let isSure = true
  const session: Session = {
    ...{ people: peopleIn(journal), signedIn: undefined, approval: undefined },
    record(body) {
      isSure = false
      journal.recordTill([body], clock.nowMs())
      isSure = true
    },
    refresh() {
      if (isSure) return
      for (const [personId, person] of peopleIn(journal)) session.people.set(personId, person)
      isSure = true
    },
  }
  return session
}

export function createPeople(options: PeopleOptions): People {
  const { onChange } = options
  const session = createSession(options)
  const pins = createPins(options, session)
  const changed = (): PeopleAnswer => {
    onChange()
    return ok(viewOf(session))
  }
  return {
    read() {
      session.refresh()
      return viewOf(session)
    },
    admit: createGate(options, session),
    seesCosts: () => !isOn(session) || rightOf(currentIn(session)?.role ?? 'nobody', 'costs') === 'allowed',
    signIn({ personId, pin }) {
      const proven = pins.proven(personId, pin)
      if (!proven.ok) return proven
      pins.record({ kind: 'person-signed-in', personId, who: proven.value.name })
      session.signedIn = personId
      session.approval = undefined
      return changed()
    },
    signOut() {
      session.signedIn = undefined
      session.approval = undefined
      return changed()
    },
    approve: (asked) => approve(asked, session, pins, options.clock),
    ...createChanges(options, session, pins, changed),
  }
}

const isOn = ({ people }: Session): boolean => people.size > 0

const currentIn = ({ people, signedIn }: Session): Person | undefined =>
  signedIn === undefined ? undefined : people.get(signedIn)

const viewOf = (session: Session): PeopleView => ({
  isOn: isOn(session),
  people: [...session.people.values()].map(({ pin: _pin, names: _names, ...person }) => person),
  signedIn: session.signedIn ?? null,
})

type Pins = ReturnType<typeof createPins>

/** PINs that are typed. What was typed wrong is on disk before it is answered. */
function createPins(options: PeopleOptions, session: Session) {
  const { clock } = options
  const tries = createTries(options)
  return {
    /** The person whose PIN it is. */
    proven(personId: string, pin: string): Result<Person, AppError> {
      session.refresh()
      const person = session.people.get(personId)
      if (!person?.isActive) return refuse(isOn(session) ? 'unknown-person' : 'people-off')
      const waitMs = tries.waitMs(personId)
      // The clock that nobody sets has fractions of a millisecond.
      if (waitMs > 0) return refuse('pin-wait', Math.ceil(clock.nowMs() + waitMs))
      if (isPin(pin, person.pin)) return ok(person)
      tries.noteWrong(personId)
      session.record({ kind: 'pin-refused', personId, who: person.name })
      return refuse('pin-wrong')
    },
    /** Keeps that a right PIN was used to sign in: the wrong ones before it count no more. */
    record(body: Extract<EntryBody, { kind: 'person-signed-in' }>): void {
      session.record(body)
      tries.noteRight(body.personId)
    },
    noteRight: tries.noteRight,
  }
}

/** What stands before every command, see shared/till/rights.ts. */
const createGate =
  (options: PeopleOptions, session: Session): People['admit'] =>
  (name, input) => {
    session.refresh()
    if (!isOn(session)) return ok(anybody)
    const person = currentIn(session)
    const right = rightOf(person?.role ?? 'nobody', permissionOf(name, input))
    if (!person) return right === 'allowed' ? ok(anybody) : refuse('signed-out')
    const actor = { person: actingAs(person) }
    const approvedBy = isApprovable(name, right) && takeApproval(name, input, person, options, session)
    if (approvedBy) return ok({ ...actor, approvedBy })
    return right === 'allowed' ? ok(actor) : refuse(right)
  }

/** What the owner's PIN may approve of: what needs it, and what needs it beyond a limit. */
const isApprovable = (name: CommandName, right: Right): boolean =>
  right === 'needs-owner' || (right === 'allowed' && limited.includes(name))

/** The owner who approved of this command; undefined where none did. The approval is used up, and on disk. */
function takeApproval(
  name: CommandName,
  input: unknown,
  { name: who }: Person,
  { clock }: PeopleOptions,
  session: Session,
): string | undefined {
  const { approval } = session
  if (!approval || !isApproved(approval, name, input, clock)) return undefined
  session.approval = undefined
  session.record(approvalOf(approval, who, input))
  return approval.by.name
}

function approve(
  { personId, pin, command, input }: Asked<'approve'>,
  session: Session,
  pins: Pins,
  clock: Clock,
): Result<Record<never, never>, AppError> {
  const read = readAsked(command, input)
  const person = currentIn(session)
  if (!person) return refuse(isOn(session) ? 'signed-out' : 'people-off')
  if (!read) return err({ kind: 'invalid-input', field: 'input', problem: 'not what the command takes' })
  const right = rightOf(person.role, permissionOf(read.command, read.data))
  if (!isApprovable(read.command, right)) return refuse('denied')
  const proven = pins.proven(personId, pin)
  if (!proven.ok) return proven
  if (proven.value.role !== 'owner') return refuse('not-an-owner')
  pins.noteRight(personId)
  const untilElapsedMs = clock.elapsedMs() + APPROVED_FOR_MS
  session.approval = {
    ...{ command: read.command, input: canonicalJson(read.data) },
    ...{ by: proven.value, untilElapsedMs },
  }
  return ok({})
}

/** What a command would be asked with; undefined where it takes no such input, or looking at it throws. */
function readAsked(command: string, input: unknown) {
  try {
    const read = isCommandName(command) ? commands[command].input.safeParse(input) : undefined
    return isCommandName(command) && read?.success ? { command, data: read.data } : undefined
  } catch {
    return undefined
  }
}

type Changes = Pick<People, 'start' | 'add' | 'change' | 'changeOwnPin' | 'recover'>

/** Who comes, changes and leaves. */
function createChanges(
  { journal, random, keyVault }: PeopleOptions,
  session: Session,
  pins: Pins,
  changed: () => PeopleAnswer,
): Changes {
  const { people } = session

  /** Does it where the act is not there yet. `make` says what is recorded, or why not; `signIn` comes before it is published. */
  function once(
    actId: string,
    make: () => Result<Extract<EntryBody, { kind: 'person-added' | 'person-changed' }>, AppError>,
    signIn: () => void = () => undefined,
  ): PeopleAnswer {
    session.refresh()
    const known = journal.till.findAct(actId)?.body.kind
    if (known) return known.startsWith('person-') ? ok(viewOf(session)) : refuse('act-taken')
    const body = make()
    if (!body.ok) return body
    session.record(body.value)
    note(people, body.value)
    signIn()
    if (!currentIn(session)?.isActive) session.signedIn = undefined
    return changed()
  }
  const newPerson = (name: string, role: Person['role']) => ({ personId: random.newId(), name, role })

  return {
    start({ actId, name, pin }) {
      const person = newPerson(name, 'owner')
      // Published with the first view of them: nobody sees a locked counter in between.
      const signIn = () => void Object.assign(session, { signedIn: person.personId })
      const added = () => ok({ kind: 'person-added', actId, who: name, person, pin: digestPin(pin) } as const)
      return once(actId, () => (isOn(session) ? refuse('people-on') : added()), signIn)
    },
    add: ({ actId, name, role, pin }, actor) =>
      once(actId, () => {
        const signed = signatureOf(actor, undefined)
        if (!signed.ok) return refuse('people-off')
        if (isTaken(people, name, undefined, everyName)) return refuse('name-taken')
        const person = newPerson(name, role)
        return ok({ kind: 'person-added', actId, ...signed.value, person, pin: digestPin(pin) })
      }),
    change: ({ actId, personId, pin, ...change }, actor) =>
      once(actId, () => {
        const signed = signatureOf(actor, undefined)
        if (!signed.ok) return refuse('people-off')
        const problem = problemOfChange(people, personId, change)
        if (problem) return refuse(problem)
        const digest = pin === undefined ? {} : { pin: digestPin(pin) }
        const body = { kind: 'person-changed', actId, ...signed.value, changed: personId } as const
        return ok({ ...body, ...change, ...digest })
      }),
    changeOwnPin: ({ actId, pin, newPin }, actor) =>
      once(actId, () => {
        const signed = signatureOf(actor, undefined)
        const { person } = actor
        if (!person || !signed.ok) return refuse('people-off')
        const { personId } = person
        const proven = pins.proven(personId, pin)
        if (!proven.ok) return proven
        pins.noteRight(personId)
        const body = { kind: 'person-changed', actId, ...signed.value, changed: personId } as const
        return ok({ ...body, pin: digestPin(newPin) })
      }),
    async recover({ actId, personId, newPin, code }) {
      const key = readRecoveryCode(code, journal.journalId)
      const kept = key && (await keyVault.readJournalKey(journal.journalId, false))
      return once(actId, () => {
        const person = people.get(personId)
        if (person?.role !== 'owner' || !person.isActive)
          return refuse(isOn(session) ? 'unknown-person' : 'people-off')
        if (!key || !kept?.ok || !Buffer.from(kept.value).equals(key)) return refuse('wrong-code')
        pins.noteRight(personId)
        const body = { kind: 'person-changed', actId, who: person.name, personId, changed: personId } as const
        return ok({ ...body, pin: digestPin(newPin), byCode: true })
      })
    },
  }
}

const actingAs = ({ personId, name, role }: Person) => ({ personId, name, role })

const approvalOf = ({ by, command }: Approval, who: string, input: unknown) => {
  const ref = typeof input === 'object' && input !== null && 'ref' in input ? input.ref : undefined
  const body = { kind: 'act-approved', personId: by.personId, who, approvedBy: by.name, command } as const
  return isRef(ref) ? { ...body, saleRef: ref } : body
}

/** Whether it is for this command with this input, and still holds. */
const isApproved = (approval: Approval, name: CommandName, input: unknown, clock: Clock): boolean =>
  approval.command === name &&
  approval.untilElapsedMs > clock.elapsedMs() &&
  approval.input === canonicalJson(input)

// Who there is, according to the entries.

function peopleIn(journal: PeopleOptions['journal']): Map<string, Person> {
  const people = new Map<string, Person>()
  for (const { body } of journal.till.listPeople()) note(people, body)
  return people
}

function note(people: Map<string, Person>, body: EntryBody): void {
  if (body.kind === 'person-added') {
    const { person, pin } = body
    people.set(person.personId, { ...person, isActive: true, pin, names: [person.name] })
  }
  if (body.kind !== 'person-changed') return
  const before = people.get(body.changed)
  if (!before) return
  const { name = before.name, role = before.role, isActive = before.isActive, pin = before.pin } = body
  people.set(body.changed, { ...before, name, role, isActive, pin, names: [...before.names, name] })
}

/** Names that nobody can tell apart on a paper: however their letters are composed and spaced, in small or capital ones. */
const isSameName = (one: string, other: string): boolean => spelt(one) === spelt(other)

const spelt = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/** Whether another person has this name, of those that `namesOf` says; reports are by name, and would add the two together. */
const isTaken = (
  people: ReadonlyMap<string, Person>,
  name: string,
  except: string | undefined,
  namesOf: (person: Person) => readonly string[],
): boolean =>
  [...people.values()].some(
    (one) => one.personId !== except && namesOf(one).some((taken) => isSameName(taken, name)),
  )

const everyName = ({ names }: Person): readonly string[] => names

const nameInUse = ({ isActive, name }: Person): readonly string[] => (isActive ? [name] : [])

function problemOfChange(
  people: ReadonlyMap<string, Person>,
  personId: string,
  change: Pick<Asked<'change'>, 'name' | 'role' | 'isActive'>,
): TillProblem | undefined {
  const person = people.get(personId)
  if (!person) return 'unknown-person'
  const { name = person.name } = change
  const after = { ...person, ...change }
  // A name that an earlier version gave twice stays; no one is given it anew.
  const isTakenBy = (namesOf: typeof everyName) => isTaken(people, name, personId, namesOf)
  if (!isSameName(name, person.name) && isTakenBy(everyName)) return 'name-taken'
  if (after.isActive && !person.isActive && isTakenBy(nameInUse)) return 'name-taken'
  const staysOwner = after.role === 'owner' && after.isActive
  const others = [...people.values()].filter(
    (one) => one.personId !== personId && one.role === 'owner' && one.isActive,
  )
  return staysOwner || others.length > 0 ? undefined : 'last-owner'
}

// Wrong PINs in a row, person by person, and how long the next try waits.

function createTries({ journal, clock }: PeopleOptions) {
  const wrong = new Map<string, { count: number; untilElapsedMs: number }>()

  /** `passedMs`: since it was typed. */
  function noteWrong(personId: string, passedMs = 0): void {
    const count = (wrong.get(personId)?.count ?? 0) + 1
    wrong.set(personId, { count, untilElapsedMs: clock.elapsedMs() + pinWaitMs(count) - passedMs })
  }

  for (const { body, atMs } of journal.till.listPinUses()) {
    // By a clock that was set back no time has gone by.
    if (body.kind === 'pin-refused') noteWrong(body.personId, Math.max(0, clock.nowMs() - atMs))
    else if ('personId' in body && body.personId !== undefined) wrong.delete(body.personId)
  }

  return {
    /** 0 where the next PIN may be typed now. */
    waitMs: (personId: string): number =>
      Math.max(0, (wrong.get(personId)?.untilElapsedMs ?? 0) - clock.elapsedMs()),
    noteWrong: (personId: string): void => noteWrong(personId),
    noteRight: (personId: string): void => void wrong.delete(personId),
  }
}

/** Where the journal does not open nobody can be known: what is left to do is what puts it right. */
export const nobodyKnown: Pick<People, 'read' | 'admit' | 'seesCosts'> = {
  read: () => ({ isOn: false, people: [], signedIn: null }),
  admit: () => ok(anybody),
  // It holds no sale.
  seesCosts: () => true,
}
