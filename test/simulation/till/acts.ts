/**
 * How a person acts at the till: asks again under the same id where the answer was lost, presses twice, and has the owner
 * approve of what takes it.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import type { Counter } from '../counter/counter.ts'
import type { Answer, Life } from '../counter/life.ts'
import type { Dice } from '../dice.ts'
import type { Report } from '../invariants/report.ts'
import type { Timeline } from '../timeline.ts'
import type { Trace } from '../trace.ts'
import type { Answered, Limits } from './check.ts'

export interface TillOptions {
  readonly dice: Dice
  readonly timeline: Timeline
  readonly trace: Trace
  readonly report: Report
  readonly counter: () => Counter
  readonly onFault: (name: string) => void
}

const TWICE_PERCENT = 20
const APPROVES_PERCENT = 85
const ACT_TRIES = 4
export const SECOND_MS = 1_000
export const pins = { owner: '271828', cashier: '3141' } as const
export type Role = keyof typeof pins

/** What the parts of the till share. */
export interface Shop extends TillOptions {
  readonly answered: Answered
  readonly limits: Limits
  readonly hasPeople: boolean
  /** By their roles, once they are known. */
  readonly ids: Partial<Record<Role, string>>
  /** Who is to be at the counter. */
  current: Role
  approvals: number
  /** Who may buy on account, once they are known; none where the shop lends nothing. */
  readonly customers: string[]
}

export interface Row {
  readonly name: string
  readonly weight: number
  readonly work: (shop: Shop, dice: Dice) => Promise<unknown>
}

export const problemOf = (error: AppError | { readonly kind: 'gone' }): string | undefined =>
  error.kind === 'till' ? error.problem : undefined

export async function askWithOwner<Name extends CommandName>(
  shop: Shop,
  life: Life,
  name: Name,
  input: CommandInput<Name>,
): Promise<Answer<CommandOutput<Name>>> {
  const answer = await life.ask(name, input)
  const personId = shop.ids.owner
  if (answer.ok || problemOf(answer.error) !== 'needs-owner' || personId === undefined) return answer
  shop.approvals += 1
  if (!shop.dice.apart('approval', shop.approvals).happens(APPROVES_PERCENT)) return answer
  const approved = await life.ask('people.approve', { personId, pin: pins.owner, command: name, input })
  return approved.ok ? life.ask(name, input) : answer
}

export const idOf = (dice: Dice): string => `act-${Buffer.from(dice.bytes(8)).toString('hex')}`

type ActName = Extract<
  CommandName,
  | 'till.open-shift'
  | 'till.move-cash'
  | 'till.count'
  | 'till.close-shift'
  | 'till.give-back'
  | 'till.take-back'
  | 'carnet.set-limit'
  | 'carnet.repay'
  | 'carnet.pay-out'
  | 'carnet.forget'
  | 'prices.set'
>

/** Asks until there is an answer; now and then it is pressed twice. */
export async function act<Name extends ActName>(
  shop: Shop,
  dice: Dice,
  name: Name,
  input: CommandInput<Name> & { readonly actId: string },
): Promise<Answer<CommandOutput<Name>> | undefined> {
  const { counter, timeline, answered } = shop
  for (let tries = 0; tries < ACT_TRIES; tries += 1) {
    const life = await counter().up()
    const once = () => askWithOwner(shop, life, name, input)
    const answers = await Promise.all(dice.happens(TWICE_PERCENT) ? [once(), once()] : [once()])
    const done = answers.find(({ ok }) => ok)
    if (done?.ok) {
      answered.acts.add(input.actId)
      return done
    }
    const [answer] = answers
    if (!answer || answer.ok || !isLost(answer.error)) return answer
    await timeline.pause(dice.between(SECOND_MS, 20 * SECOND_MS))
  }
  return undefined
}

/** Nobody knows whether it was done. */
const isLost = ({ kind }: AppError | { readonly kind: 'gone' }): boolean =>
  kind === 'gone' || kind === 'journal' || kind === 'journal-unread' || kind === 'internal'

export const signed = (dice: Dice) => ({ actId: idOf(dice), who: 'Amel' })
