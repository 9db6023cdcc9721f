/**
 * Composes the papers of the till: X and Z, and a slip for cash that moved and for money that went back. Pure: the same
 * content gives the same paper. Cost, fees and profit are on it where the report that it is given has them.
 */
import { formatDate } from '#shared/dates.ts'
import { type Centimes, centimes, zeroCentimes } from '#shared/money.ts'
import { groupNumber } from '#shared/phone.ts'
import type { Shop } from '#shared/shop.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import {
  type CostlessLine,
  comparedOfMeans,
  differenceOfMeans,
  expectedOfMeans,
  type ReportCash,
  type ReportLine,
  type ReportView,
  type Tally,
  type ZView,
} from '#shared/till/report.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import type { EntryBody } from '../journal/entry.ts'
import type { CarnetEntryBody } from '../journal/till-entry.ts'
import { duplicateMark } from './compose.ts'
import type { SheetDocument, SheetPart, SlipAmountLine, SlipLine, Wording } from './document.ts'
import {
  amountLine,
  cleanText,
  codeLine,
  dateAndTime,
  headerOf,
  languagesOf,
  numberLine,
  type SlipTexts,
  textLine,
  type Word,
  wordingIn,
} from './lines.ts'

type ActOf<Kind extends EntryBody['kind']> = Extract<EntryBody, { readonly kind: Kind }>

export type TillContent =
  | { readonly kind: 'x'; readonly report: ReportView }
  | { readonly kind: 'z'; readonly z: ZView }
  | { readonly kind: 'movement'; readonly atMs: number; readonly body: ActOf<'cash-moved'> }
  | {
      readonly kind: 'refund'
      readonly atMs: number
      readonly body: ActOf<'refund-given'> | ActOf<'refund-repaid'>
    }
  | {
      readonly kind: 'carnet-money'
      readonly atMs: number
      readonly body: CarnetEntryBody
      /** With the balance behind this act. */
      readonly customer: CustomerView
    }
  | {
      readonly kind: 'statement'
      readonly customer: CustomerView
      readonly unpaid: readonly UnpaidLine[]
    }

/** What is left of one debt; `what`: what was bought, null where it was nothing that is sold. */
interface UnpaidLine {
  readonly atMs: number
  readonly leftCentimes: Centimes
  readonly what: string | null
}

export interface TillPaperContext {
  readonly shop: Shop
  readonly environment: StatusView['environment']
  readonly nowMs: number
  /** 0 is the paper itself, n the DUPLICATA n. */
  readonly copyNumber: number
}

/** Whether the drawer has to be open for it. */
export const movesCash = (content: TillContent): boolean =>
  content.kind === 'movement' ||
  ((content.kind === 'refund' || content.kind === 'carnet-money') && content.body.means === 'cash')

type TillTexts = SlipTexts['till']

/** The words of the till in the languages of one paper. */
function wordsIn(word: Word) {
  const label = (key: keyof TillTexts['label']) => word(({ till }) => till.label[key])
  return {
    word,
    label,
    /** What is the same in each language stands once. */
    once: (text: string): Wording => word(() => cleanText(text)).slice(0, 1),
    heading: (key: keyof TillTexts['heading']) => word(({ till }) => till.heading[key]),
    text: (key: keyof TillTexts['label'], text: string) => textLine(label(key), text),
    number: (key: keyof TillTexts['label'], text: string) => numberLine(label(key), text),
    amount: (key: keyof TillTexts['label'], amountCentimes: number) =>
      amountLine(label(key), centimes(amountCentimes)),
    count: (key: keyof TillTexts['label'], count: number) =>
      count === 0 ? [] : [numberLine(label(key), String(count))],
    given: (key: keyof TillTexts['label'], text: string | null | undefined) =>
      text ? [textLine(label(key), text)] : [],
  }
}
type Words = ReturnType<typeof wordsIn>

export function composeTillPaper(
  content: TillContent,
  language: Settings['slip']['language'],
  { shop, environment, nowMs, copyNumber }: TillPaperContext,
): SheetDocument {
  const languages = languagesOf[language]
  const word: Word = (pick) => wordingIn(languages, pick)
  const words = wordsIn(word)
  return {
    kind: 'sheet',
    languages,
    mark: environment === 'production' ? null : word((texts) => texts.mark[environment]),
    duplicate: duplicateMark(copyNumber, word),
    shop: headerOf(shop),
    title: titleOf(content, word),
    currency: word(({ currency }) => currency),
    parts: partsOf(content, words),
    printed: numberLine(
      word(({ label }) => label.printed),
      dateAndTime(nowMs),
    ),
    footer: '',
  }
}

function titleOf(content: TillContent, word: Word): Wording {
  switch (content.kind) {
    case 'x':
      return word(({ till }) => till.title.x)
    case 'z':
      return word(({ till }) => `${till.title.z}\u00a0${content.z.number}`)
    case 'movement':
      return word(({ till }) => till.title[content.body.moved.movement])
    case 'refund':
    case 'carnet-money':
      return word(({ till }) => till.title[content.body.kind])
    case 'statement':
      return word(({ till }) => till.title.statement)
  }
}

function partsOf(content: TillContent, words: Words): readonly SheetPart[] {
  switch (content.kind) {
    case 'x':
      return reportParts(content.report, beginningOf(content.report, words), [], words)
    case 'z':
      return zParts(content.z, words)
    case 'movement':
      return movementParts(content, words)
    case 'refund':
      return refundParts(content, words)
    case 'carnet-money':
      return carnetMoneyParts(content, words)
    case 'statement':
      return statementParts(content, words)
  }
}

const part = (heading: Wording | null, lines: readonly SlipLine[]): readonly SheetPart[] =>
  lines.length === 0 ? [] : [{ kind: 'lines', heading, lines }]

// Slips of acts.

/** A value stands once on a paper in both languages: in the first. */
const inOneLanguage = (word: Word, pick: (texts: TillTexts) => string): string =>
  word(({ till }) => pick(till))[0]?.text ?? ''

const signatureOf = (label: Wording): SheetPart => ({ kind: 'signature', label })

function byLines(
  atMs: number,
  {
    who,
    approvedBy,
    shift,
  }: { readonly who: string; readonly approvedBy?: string | undefined; readonly shift?: number | undefined },
  { number, text, given }: Words,
): readonly SlipLine[] {
  return [
    number('at', dateAndTime(atMs)),
    ...(shift === undefined ? [] : [number('shift', String(shift))]),
    text('who', who),
    ...given('approvedBy', approvedBy),
  ]
}

function movementParts(
  { atMs, body }: Extract<TillContent, { kind: 'movement' }>,
  words: Words,
): readonly SheetPart[] {
  const { moved } = body
  const { word, given, amount, label } = words
  const reason =
    moved.movement === 'paid-out'
      ? [
          words.text(
            'reason',
            inOneLanguage(word, (till) => till.reason[moved.reason]),
          ),
        ]
      : []
  return [
    ...part(null, [...byLines(atMs, body, words), ...reason, ...given('note', moved.note)]),
    ...('amountCentimes' in moved
      ? [{ kind: 'total', line: amount('amount', moved.amountCentimes) } as const]
      : []),
    signatureOf(label('signature')),
  ]
}

function refundParts(
  { atMs, body }: Extract<TillContent, { kind: 'refund' }>,
  words: Words,
): readonly SheetPart[] {
  const { word, amount, label } = words
  return [
    ...part(null, [
      ...byLines(atMs, body, words),
      codeLine(label('sale'), body.ref),
      ...(body.kind === 'refund-given' && body.forRef !== undefined
        ? [
            codeLine(
              word(({ till }) => till.how.reused),
              body.forRef,
            ),
          ]
        : []),
      words.text(
        'means',
        inOneLanguage(word, (till) => till.means[body.means]),
      ),
    ]),
    { kind: 'total', line: amount('amount', body.amountCentimes) },
    signatureOf(label('signatureCustomer')),
  ]
}

// Carnets.

const customerLines = ({ name, number }: CustomerView, words: Words): readonly SlipLine[] => [
  ...words.given('customer', name),
  ...(number === null ? [] : [words.number('customerNumber', groupNumber(number))]),
]

/** What is owed, or stands to the customer's credit. */
const balanceLine = ({ balanceCentimes }: CustomerView, { amount }: Words): SlipAmountLine =>
  amount(balanceCentimes < 0 ? 'credit' : 'balance', Math.abs(balanceCentimes))

function carnetMoneyParts(
  { atMs, body, customer }: Extract<TillContent, { kind: 'carnet-money' }>,
  words: Words,
): readonly SheetPart[] {
  const { word, amount, label } = words
  return [
    ...part(null, [
      ...byLines(atMs, body, words),
      ...customerLines(customer, words),
      words.text(
        'means',
        inOneLanguage(word, (till) => till.means[body.means]),
      ),
    ]),
    { kind: 'total', line: amount('amount', body.amountCentimes) },
    ...part(null, [balanceLine(customer, words)]),
    signatureOf(label('signatureCustomer')),
  ]
}

const statementParts = (
  { customer, unpaid }: Extract<TillContent, { kind: 'statement' }>,
  words: Words,
): readonly SheetPart[] => [
  ...part(null, customerLines(customer, words)),
  ...part(
    words.heading('unpaid'),
    unpaid.map(({ atMs, leftCentimes, what }) =>
      amountLine(words.once(`${formatDate(atMs, 'fr')}${what === null ? '' : ` · ${what}`}`), leftCentimes),
    ),
  ),
  { kind: 'total', line: balanceLine(customer, words) },
]

// Reports.

const beginningOf = (
  { shift, openedAtMs, openedBy }: Pick<ReportView, 'shift' | 'openedAtMs' | 'openedBy'>,
  { number, text }: Words,
): readonly SlipLine[] => [
  number('shift', String(shift)),
  number('openedAt', dateAndTime(openedAtMs)),
  text('openedBy', openedBy),
]

function zParts({ report, closedAtMs, closedBy, approvedBy, differenceReason, entry }: ZView, words: Words) {
  const head = [
    ...beginningOf(report, words),
    words.number('closedAt', dateAndTime(closedAtMs)),
    words.text('closedBy', closedBy),
    ...words.given('approvedBy', approvedBy),
    ...words.given('reason', differenceReason),
  ]
  const kept = [words.number('sequence', String(entry.sequence)), codeLine(words.label('hash'), entry.hash)]
  return reportParts(report, head, kept, words)
}

/** `kept`: what names the entry that keeps the report; of an X the newest entry that it covers. */
function reportParts(
  report: ReportView,
  head: readonly SlipLine[],
  kept: readonly SlipLine[],
  words: Words,
): readonly SheetPart[] {
  const { heading, amount, number, label } = words
  const { total, late, outside, journal } = report
  const covered = [number('sequence', String(journal.sequence)), codeLine(label('hash'), journal.hash)]
  return [
    ...part(null, head),
    ...(report.lost ?? []).flatMap(({ sinceMs, untilMs }) =>
      part(heading('lost'), [number('since', dateAndTime(sinceMs)), number('until', dateAndTime(untilMs))]),
    ),
    ...part(heading('sales'), [...saleLines(total, words), ...words.count('uncounted', report.uncounted)]),
    ...part(heading('late'), changesAnything(late) ? changeLines(late, words) : []),
    ...part(heading('outside'), outside.sales > 0 ? saleLines(outside, words) : []),
    ...groupParts(report, words),
    ...(report.cash ? cashParts(report.cash, words) : []),
    ...part(heading('otherMeans'), otherLines(report, words)),
    ...part(heading('refunds'), refundLines(report, words)),
    ...part(heading('carnet'), carnetLines(report, words)),
    ...part(heading('standing'), standingLines(report, words)),
    { kind: 'total', line: amount('grandTotal', report.grandTotalCentimes) },
    ...part(heading('journal'), kept.length > 0 ? kept : covered),
  ]
}

type ShownLine = ReportLine | CostlessLine

const saleLines = (line: ShownLine, words: Words): readonly SlipLine[] => [
  words.number('sales', String(line.sales)),
  words.amount('taken', line.takenCentimes),
  ...changeLines(line, words),
]

const changeLines = (line: ShownLine, { amount }: Words): readonly SlipLine[] => [
  amount('earned', line.earnedCentimes),
  amount('owed', line.owedCentimes),
  amount('held', line.heldCentimes),
  ...('costCentimes' in line
    ? [
        amount('cost', line.costCentimes),
        amount('fee', line.feeCentimes),
        ...(line.commissionCentimes === undefined ? [] : [amount('commission', line.commissionCentimes)]),
        amount('profit', line.profitCentimes),
      ]
    : []),
]

const changesAnything = ({ earnedCentimes, owedCentimes, heldCentimes }: ShownLine): boolean =>
  earnedCentimes !== 0 || owedCentimes !== 0 || heldCentimes !== 0

/** What each brought, and by how many sales. */
function groupParts(report: ReportView, words: Words): readonly SheetPart[] {
  const { word, heading, once, label } = words
  const line = (name: Wording, { sales, takenCentimes }: ShownLine): SlipAmountLine =>
    amountLine(counted(name, sales), takenCentimes)
  const { byService, byOperator, byMeans, byCashier } = report
  return [
    ...part(
      heading('byService'),
      byService.map((one) =>
        line(
          word(({ till }) => till.service[one.service]),
          one,
        ),
      ),
    ),
    ...part(
      heading('byOperator'),
      byOperator.map((one) => line(once(one.operator), one)),
    ),
    ...part(
      heading('byMeans'),
      byMeans.map((one) =>
        line(
          word(({ till }) => till.means[one.means]),
          one,
        ),
      ),
    ),
    ...part(
      heading('byCashier'),
      byCashier.map((one) => line(one.cashier === null ? label('nobody') : once(one.cashier), one)),
    ),
  ]
}

const counted = (name: Wording, count: number): Wording =>
  name.map(({ language, text }) => ({ language, text: `${text} (${count})` }))

function cashParts(cash: ReportCash, words: Words): readonly SheetPart[] {
  const { amount, heading, count } = words
  const { counted: last, overnight } = cash
  const moved = (key: keyof TillTexts['label'], amountCentimes = zeroCentimes) =>
    amountCentimes === 0 ? [] : [amount(key, amountCentimes)]
  return [
    ...part(heading('cash'), [
      ...(overnight ? [amount('gap', overnight.gapCentimes), amount('moved', overnight.movedCentimes)] : []),
      amount('float', cash.floatCentimes),
      amount('cashSales', cash.salesCentimes),
      amount('paidIn', cash.paidInCentimes),
      amount('repaid', cash.repaidCentimes),
      ...moved('debtsRepaid', cash.debtsRepaidCentimes),
      amount('paidOut', cash.paidOutCentimes),
      amount('drops', cash.dropsCentimes),
      amount('refunds', cash.refundsCentimes),
      ...moved('creditsPaid', cash.creditsPaidCentimes),
      ...count('noSales', cash.noSales),
    ]),
    { kind: 'total', line: amount('expected', cash.expectedCentimes) },
    ...part(null, [
      ...(last
        ? [
            amount('counted', last.countedCentimes),
            amount('difference', last.differenceCentimes),
            amount('left', cash.leftCentimes),
          ]
        : []),
    ]),
  ]
}

/** What was counted stands below what was expected then, so that the lines add up; what moved behind the count has its own. */
const otherLines = ({ otherMeans }: ReportView, { word, label }: Words): readonly SlipLine[] =>
  otherMeans.flatMap((one) => {
    const { means, countedCentimes } = one
    const name = word(({ till }) => till.means[means])
    const named = (what: Wording): Wording =>
      name.map(({ language, text }, place) => ({
        language,
        text: `${text}${language === 'ar' ? '،' : ','} ${what[place]?.text ?? ''}`,
      }))
    const compared = comparedOfMeans(one)
    const difference = differenceOfMeans(one)
    const movedLater = centimes(expectedOfMeans(one) - compared)
    return [
      amountLine(name, compared),
      ...(countedCentimes === null ? [] : [amountLine(named(label('countedSlips')), countedCentimes)]),
      ...(difference === null ? [] : [amountLine(named(label('slipsDifference')), difference)]),
      ...(movedLater === 0 ? [] : [amountLine(named(label('slipsLater')), movedLater)]),
    ]
  })

function refundLines({ refunds }: ReportView, words: Words): readonly SlipLine[] {
  const rows = [
    ['refundsPaid', refunds.paid],
    ['refundsReused', refunds.reused],
    ['refundsCredited', refunds.credited],
    ['repaid', refunds.repaid],
  ] as const
  return rows.flatMap(([key, tally]) => (tally.count > 0 ? tallyLine(words.label(key), tally) : []))
}

/** Nothing of a shop that sells nothing on account. */
function carnetLines({ carnet }: ReportView, words: Words): readonly SlipLine[] {
  if (!carnet) return []
  const { soldCentimes, repaid, paidOut, owed, credits } = carnet
  const tallies = [
    ['debtsRepaid', repaid],
    ['creditsPaid', paidOut],
    ['receivables', owed],
    ['credits', credits],
  ] as const
  return [
    ...(soldCentimes === 0 ? [] : [words.amount('onAccount', soldCentimes)]),
    ...tallies.flatMap(([key, tally]) => (tally.count > 0 ? tallyLine(words.label(key), tally) : [])),
  ]
}

const standingLines = (
  { refunds, held, balance }: ReportView,
  { label, amount }: Words,
): readonly SlipLine[] => [
  tallyLine(label('due'), refunds.due),
  tallyLine(label('debts'), refunds.debts),
  tallyLine(label('heldNow'), held),
  ...(balance ? [amount('serviceBalance', balance.amountCentimes)] : []),
]

const tallyLine = (name: Wording, { count, sumCentimes }: Tally): SlipAmountLine =>
  amountLine(counted(name, count), sumCentimes)
