/** The promises, by their numbers, and where a broken one is reported. */

export const invariants = {
  1: 'every debit and refund is explained by exactly one sale',
  2: 'no confirmed sale is debited twice',
  3: 'no sale is shown as refused, cancelled or not sent while the service holds a debit for it',
  4: 'on a good line every sale shows how it ended within a day, or asks a person',
  5: 'a word that is not known never shows as an end',
  6: 'what was committed is there, the chain holds, and the tables are what the entries make of them',
  7: 'no second POST unless the earlier one is known not to have been taken',
  8: "the day's totals are the sum of its sales",
  9: 'no card is handed out twice',
  10: 'on a good line an open sale is looked at again and again',
  11: 'the comparison of the books finds what is wrong, and nothing else',
  12: 'no sale takes the order of another that lacks it',
  13: 'nobody is asked about what looks settle by themselves',
  14: 'what looks do not settle is put before a person within ten minutes of a good line, and their word counts',
  15: 'every X and Z says what another hand counts from the entries',
  16: 'no money is given back twice, and none that is not due',
  17: 'no Z is skipped, doubled or changed, and the grand total never falls',
  18: 'nothing is done at the till without its right, and nobody tries PINs without a wait',
  19: 'an act is there once, and is there where it was answered as done',
  20: 'customers owe what another hand counts, and no more than a limit or an owner allows',
  21: 'a price is what the rules of its moment make of it',
} as const
export type InvariantNumber = keyof typeof invariants

/** Reports that a promise is broken, and how. */
export type Report = (invariant: InvariantNumber, what: string) => void

export interface Violation {
  readonly invariant: InvariantNumber
  readonly what: string
}

const MAX_REPORTED = 12

/** Keeps each violation once, the first ones only: one fault breaks many promises. */
export function createReports(onReport: (violation: Violation) => void) {
  const reported: Violation[] = []
  const report: Report = (invariant, what) => {
    const isKnown = reported.some((one) => one.invariant === invariant && one.what === what)
    if (isKnown || reported.length >= MAX_REPORTED) return
    reported.push({ invariant, what })
    onReport({ invariant, what })
  }
  return { report, list: (): readonly Violation[] => reported }
}
