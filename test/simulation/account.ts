/** Whose counter it is on a day: training's, which moves no money, or a shop's own, whose cards and money are real. */
import type { AccountName } from '#core/ports.ts'
import { trainingKeys } from '#training/keys.ts'
import type { Deviations } from '../support/drawn-behaviour.ts'
import type { Dice } from './dice.ts'

export interface SimulatedAccount extends AccountName {
  /** Whether the day ends with a comparison of the books; only a shop's own balance moves. */
  readonly comparesBooks: boolean
  readonly keys: Keys
}

/** The account's key, which may be made anew: whoever has the old one is refused from then on. */
export interface Keys {
  /** As the counter's keychain has it. */
  held(): string
  /** As other tills of the account have it, which get it at once. */
  current(): string
  rotate(): void
  /** The new one is put into the keychain. */
  enter(): void
  /** The service's own name of a key that is good now. */
  realNameOf(key: string | undefined): string | undefined
}

const OWN_ACCOUNT_PERCENT = 60
const COMPARES_PERCENT = 40

export function drawAccount(dice: Dice, { userName }: Deviations): SimulatedAccount {
  const account = userName === 'international' ? '+213550000000' : '0550000000'
  const isOwn = dice.hasToday('own-account', OWN_ACCOUNT_PERCENT)
  const comparesBooks = isOwn && dice.hasToday('comparison', COMPARES_PERCENT)
  return isOwn
    ? { environment: 'production', account, comparesBooks, keys: createKeys(trainingKeys.production) }
    : { environment: 'training', account: 'training', comparesBooks, keys: createKeys(trainingKeys.sandbox) }
}

function createKeys(realName: string): Keys {
  let current = realName
  let held = realName
  return {
    held: () => held,
    current: () => current,
    rotate() {
      current = `${current}-ANEW`
    },
    enter() {
      held = current
    },
    realNameOf: (key) => (key === current ? realName : undefined),
  }
}
