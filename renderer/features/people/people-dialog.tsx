/** The people of the shop: the owner's first PIN, who comes and leaves, and one's own PIN. */
import { type ReactNode, useState } from 'react'
import { type PersonView, personNameSchema, roles } from '#shared/till/people.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, usePeople, useSignedIn, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { SettingHint } from '../settings/setting.tsx'
import { useAct } from '../till/act.ts'
import styles from './people-dialog.module.css'
import { isWholePin, pinDigits, pinMaxDigits } from './pin-form.tsx'

const nameMaxLength = 80

/** What is shown: everybody, somebody new, one's own PIN, or one person by their id. */
type Place =
  | { readonly at: 'list' | 'add' | 'own-pin' }
  | { readonly at: 'person'; readonly personId: string }

export function PeopleDialog() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const { isOn, people } = usePeople()
  const [place, setPlace] = useState<Place>({ at: 'list' })
  const toList = (): void => setPlace({ at: 'list' })
  const person = place.at === 'person' && people.find(({ personId }) => personId === place.personId)
  const back = place.at === 'list' ? () => screen.open({ kind: 'settings' }) : toList
  return (
    <PanelDialog size="narrow" title={<Text k="people.title" />} onBack={back}>
      <ScrollPart label={text('people.title')} place={place.at} testId="people-dialog">
        {!isOn && <StartForm />}
        {isOn && place.at === 'list' && <PeopleList onPlace={setPlace} />}
        {isOn && place.at === 'add' && <AddForm onDone={toList} />}
        {isOn && place.at === 'own-pin' && <OwnPinForm onDone={toList} />}
        {isOn && person && <PersonForm person={person} onDone={toList} />}
      </ScrollPart>
    </PanelDialog>
  )
}

function PeopleList({ onPlace }: { readonly onPlace: (place: Place) => void }) {
  const { people } = usePeople()
  const current = useSignedIn()
  const isOwner = current?.role === 'owner'
  return (
    <>
      <ul className={styles['people-list']}>
        {people.map((person) => (
          <li key={person.personId} data-left={!person.isActive || undefined}>
            <strong>
              <bdi>{person.name}</bdi>
            </strong>
            <span>
              <Text k={person.isActive ? `people.role.${person.role}` : 'people.left'} />
            </span>
            {isOwner && (
              <Button onPress={() => onPlace({ at: 'person', personId: person.personId })}>
                <Text k="people.change" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={controlsStyles['action-row']}>
        {isOwner && (
          <Button look="main" testId="add-person" onPress={() => onPlace({ at: 'add' })}>
            <Text k="people.add" />
          </Button>
        )}
        <Button testId="own-pin" onPress={() => onPlace({ at: 'own-pin' })}>
          <Text k="people.ownPin" />
        </Button>
      </div>
    </>
  )
}

// A new PIN is typed twice: nobody sees what they type.

interface NewPin {
  readonly pin: string
  /** Null while it is not whole, or not the same twice. */
  readonly ready: string | null
  readonly fields: ReactNode
}

function useNewPin(label: MessageKey, onEnter: () => void): NewPin {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const isOther = again.length >= pin.length && again !== pin
  const common = {
    dir: 'ltr',
    isSecret: true,
    isDigits: true,
    isToFill: true,
    maxLength: pinMaxDigits,
    onEnter,
  } as const
  return {
    pin,
    ready: isWholePin(pin) && again === pin ? pin : null,
    fields: (
      <>
        <TextField
          {...common}
          label={label}
          hint="people.pinHint"
          value={pin}
          onChange={(typed) => setPin(pinDigits(typed))}
        />
        <TextField
          {...common}
          label="people.pinAgain"
          value={again}
          problem={isOther && again !== '' && <Text k="people.pinsDiffer" />}
          onChange={(typed) => setAgain(pinDigits(typed))}
        />
      </>
    ),
  }
}

const isName = (name: string): boolean => personNameSchema.safeParse(name).success

function StartForm() {
  const { screen } = useParts()
  const { run, error, isBusy } = useAct('people.start')
  const [name, setName] = useState('')
  const start = async (): Promise<void> => {
    if (!isName(name) || pin.ready === null || isBusy) return
    const done = await run({ name, pin: pin.ready })
    if (done?.signedIn) screen.noteSignedIn(done.signedIn)
  }
  const pin = useNewPin('people.pin', () => void start())
  return (
    <section data-testid="people-start">
      <h3>
        <Text k="people.startTitle" />
      </h3>
      <p>
        <Text k="people.startText" />
      </p>
      <NameField name={name} onChange={setName} />
      {pin.fields}
      <SaveRow
        word="people.start"
        isDisabled={!isName(name) || pin.ready === null || isBusy}
        onPress={() => void start()}
      />
      {error && <ErrorNote error={error} />}
    </section>
  )
}

function AddForm({ onDone }: { readonly onDone: () => void }) {
  const { run, error, isBusy } = useAct('people.add')
  const [name, setName] = useState('')
  const [role, setRole] = useState<PersonView['role']>('cashier')
  const add = async (): Promise<void> => {
    if (isName(name) && pin.ready !== null && !isBusy && (await run({ name, role, pin: pin.ready }))) onDone()
  }
  const pin = useNewPin('people.pin', () => void add())
  return (
    <section>
      <h3>
        <Text k="people.add" />
      </h3>
      <NameField name={name} onChange={setName} />
      <RoleChoice role={role} onChange={setRole} />
      {pin.fields}
      <SaveRow
        word="people.save"
        isDisabled={!isName(name) || pin.ready === null || isBusy}
        onPress={() => void add()}
      />
      {error && <ErrorNote error={error} />}
    </section>
  )
}

function PersonForm({ person, onDone }: { readonly person: PersonView; readonly onDone: () => void }) {
  const { run, error, isBusy } = useAct('people.change')
  const [name, setName] = useState(person.name)
  const [role, setRole] = useState(person.role)
  const change = async (more: { readonly isActive?: boolean } = {}): Promise<void> => {
    if (!isName(name) || isBusy || (pin.pin !== '' && pin.ready === null)) return
    const { personId } = person
    if (await run({ personId, name, role, ...(pin.ready === null ? {} : { pin: pin.ready }), ...more }))
      onDone()
  }
  const pin = useNewPin('people.newPin', () => void change())
  return (
    <section>
      <h3>
        <bdi>{person.name}</bdi>
      </h3>
      <NameField name={name} onChange={setName} />
      <RoleChoice role={role} onChange={setRole} />
      {pin.fields}
      <SaveRow word="people.save" isDisabled={!isName(name) || isBusy} onPress={() => void change()}>
        <Button testId="person-left" onPress={() => void change({ isActive: !person.isActive })}>
          <Text k={person.isActive ? 'people.leave' : 'people.comeBack'} />
        </Button>
      </SaveRow>
      {error && <ErrorNote error={error} />}
    </section>
  )
}

function OwnPinForm({ onDone }: { readonly onDone: () => void }) {
  const { run, error, isBusy } = useAct('people.change-own-pin')
  const [old, setOld] = useState('')
  const change = async (): Promise<void> => {
    if (pin.ready === null || isBusy) return
    if (await run({ pin: old, newPin: pin.ready })) onDone()
    else setOld('')
  }
  const pin = useNewPin('people.newPin', () => void change())
  return (
    <section>
      <h3>
        <Text k="people.ownPin" />
      </h3>
      <TextField
        label="people.oldPin"
        dir="ltr"
        isSecret
        isDigits
        isToFill
        value={old}
        maxLength={pinMaxDigits}
        onChange={(typed) => setOld(pinDigits(typed))}
      />
      {pin.fields}
      <SaveRow
        word="people.save"
        isDisabled={pin.ready === null || !isWholePin(old) || isBusy}
        onPress={() => void change()}
      />
      {error && <ErrorNote error={error} />}
    </section>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly onChange: (name: string) => void
}

const NameField = ({ name, onChange }: NameFieldProps) => (
  <TextField label="people.name" isToFill value={name} maxLength={nameMaxLength} onChange={onChange} />
)

interface RoleChoiceProps {
  readonly role: PersonView['role']
  readonly onChange: (role: PersonView['role']) => void
}

function RoleChoice({ role, onChange }: RoleChoiceProps) {
  const { text } = useTranslator()
  return (
    <div>
      <Segments
        label={text('people.roleLabel')}
        value={role}
        segments={roles.map((value) => ({ value, face: <Text k={`people.role.${value}`} /> }))}
        onChange={onChange}
      />
      <SettingHint k={`people.roleHint.${role}`} />
    </div>
  )
}

interface SaveRowProps {
  readonly word: MessageKey
  readonly isDisabled: boolean
  readonly onPress: () => void
  readonly children?: ReactNode
}

const SaveRow = ({ word, isDisabled, onPress, children }: SaveRowProps) => (
  <div className={controlsStyles['action-row']}>
    <Button look="main" isDisabled={isDisabled} onPress={onPress} testId="people-save">
      <Text k={word} />
    </Button>
    {children}
  </div>
)
