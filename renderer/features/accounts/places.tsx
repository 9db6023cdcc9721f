/**
 * The places of the accounts' dialog, as pure functions: where it opens, where Back leads, and where an error belongs.
 * Invariant: no place holds a key, for the window never has one; a finding is known by its number alone.
 */
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type AccountProblem,
  type AccountView,
  type AddressesInput,
  type KeyFinding,
  trainingAccountId,
} from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './places.module.css'

/** A check that is to be made, or that failed. */
interface ToCheck {
  readonly addresses: AddressesInput
  readonly error: AppError | null
}

export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'switch'; readonly account: AccountView }
  | { readonly kind: 'remove'; readonly account: AccountView }
  | { readonly kind: 'recovery' }
  /** The way to a new account, or to a new key for one, in three steps. */
  | ({ readonly kind: 'key'; readonly isPasted?: true } & ToCheck)
  /** Beside them: where the service is, which few have to type. The key was pasted before they were known: it is checked as soon as they are (`isPasted`). */
  | ({ readonly kind: 'addresses'; readonly isKeyAsked?: true } & ToCheck)
  | { readonly kind: 'finding'; readonly addresses: AddressesInput; readonly finding: KeyFinding }
  | { readonly kind: 'done'; readonly account: AccountView; readonly replaced: boolean }

export type PlaceOf<Kind extends Place['kind']> = Extract<Place, { readonly kind: Kind }>

export const listPlace: Place = { kind: 'list' }

const noAddresses: AddressesInput = { baseUrl: '', billUrl: '' }

const addressesOf = ({ baseUrl, billUrl }: AddressesInput): AddressesInput => ({ baseUrl, billUrl })

/** The open account, where its key can be another: training's is fixed. */
const replaceable = (accounts: readonly AccountView[]): AccountView | undefined =>
  accounts.find(({ id, isActive }) => isActive && id !== trainingAccountId)

export function firstPlace(start: 'list' | 'replace-key', accounts: readonly AccountView[]): Place {
  const active = start === 'replace-key' ? replaceable(accounts) : undefined
  return active ? keyPlaceOf(active) : listPlace
}

/** A new key for an account that is on the list: its addresses are known. */
export const keyPlaceOf = (account: AccountView): Place => ({
  kind: 'key',
  addresses: addressesOf(account),
  error: null,
})

/** A shop's accounts share the service's addresses, so those of one that is there are offered for the next. */
export function newAccountPlace(accounts: readonly AccountView[]): Place {
  const known = accounts.find(({ id }) => id !== trainingAccountId)
  return { kind: 'key', addresses: known ? addressesOf(known) : noAddresses, error: null }
}

/** Both are there: what they are worth the core says. */
export const areFilled = ({ baseUrl, billUrl }: AddressesInput): boolean =>
  baseUrl.trim() !== '' && billUrl.trim() !== ''

/** One step back; null closes the dialog. What was added is not taken back: from there it goes to the list. */
export function backFrom(place: Place): Place | null {
  switch (place.kind) {
    case 'list':
      return null
    case 'addresses':
    case 'finding':
      return { kind: 'key', addresses: place.addresses, error: null }
    default:
      return listPlace
  }
}

const ofAddresses: ReadonlySet<AccountProblem> = new Set(['bad-address', 'insecure-address', 'not-agreed'])

/** Where a check that failed is put right: at the addresses where these are wrong, else by another copy of the key. */
export function afterFailedCheck(addresses: AddressesInput, error: AppError): Place {
  const isOfAddresses =
    error.kind === 'invalid-input' || (error.kind === 'account' && ofAddresses.has(error.problem))
  return { kind: isOfAddresses ? 'addresses' : 'key', addresses, error }
}

/** The name that an account is given where the shop thinks of no other. */
export const suggestedLabel = (
  finding: KeyFinding,
  accounts: readonly AccountView[],
  shopName: string,
): string =>
  accounts.find((one) => one.environment === finding.environment && one.username === finding.username)
    ?.label ??
  (shopName || finding.username)

// The frame of a place: its title, where the focus lands so that Enter does nothing by chance, and the way back.

const stepCount = 3

interface PlaceFrameProps {
  readonly title: MessageKey
  readonly place: Place
  readonly onGo: (place: Place) => void
  /** Its number among the steps to a new account. */
  readonly step?: number
  readonly children: ReactNode
}

export function PlaceFrame({ title, place, onGo, step, children }: PlaceFrameProps) {
  const { text } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const previous = backFrom(place)
  return (
    <>
      <header className={styles['place-head']}>
        <div>
          {step !== undefined && (
            <p className={styles['place-step']}>
              <Text k="accounts.wizard.step" values={{ step, count: stepCount }} />
            </p>
          )}
          <h3 ref={heading} tabIndex={-1}>
            <Text k={title} />
          </h3>
        </div>
        {previous && (
          <Button look="quiet" shortcut="Escape" onPress={() => onGo(previous)}>
            <Icon name="back" />
            <Text k="accounts.back" />
            <Kbd>{text('keys.escape')}</Kbd>
          </Button>
        )}
      </header>
      {children}
    </>
  )
}
