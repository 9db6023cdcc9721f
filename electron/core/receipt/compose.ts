/** Composes the slip of a sale from what the journal holds. Pure: the same sale at the same moment gives the same slip. */
import { formatDate, formatTime } from '#shared/dates.ts'
import { groupNumber } from '#shared/phone.ts'
import { pickUpCode } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/sale.ts'
import { type Telling, tellingOf } from '#shared/telling.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import { cleanText } from './clean-text.ts'
import type { SlipAmountLine, SlipDocument, SlipLine, SlipTextLine, Standing, Wording } from './document.ts'
import { languagesOf, type SlipTexts, wordingIn } from './texts.ts'

export interface SlipContext {
  readonly shopName: Settings['shopName']
  readonly environment: StatusView['environment']
  /** When the slip is made: its state is true at this moment. */
  readonly nowMs: number
}

const standingOf: Readonly<Record<Telling, Standing>> = {
  sending: 'open',
  'in-doubt': 'open',
  unknown: 'open',
  handling: 'open',
  queued: 'open',
  fulfilled: 'sold',
  refunded: 'owed',
  unsent: 'unsold',
  refused: 'unsold',
  cancelled: 'unsold',
  'not-found': 'unsold',
  surfaced: 'given-up',
  'delivered-after-all': 'given-up',
  'refunded-after-all': 'given-up',
}

const totalLabelOf: Readonly<Record<Standing, keyof SlipTexts['total']>> = {
  open: 'paid',
  sold: 'paid',
  owed: 'owed',
  unsold: 'asked',
  'given-up': 'asked',
}

type Word = (pick: (texts: SlipTexts) => string) => Wording

/** The slip of an internet sale in its present phase (service-api.md, "Internet top-up"; what the shop pays is not on it). */
export function composeSlip(
  sale: StoredSale,
  language: Settings['slip']['language'],
  context: SlipContext,
): SlipDocument {
  const languages = languagesOf[language]
  const word: Word = (pick) => wordingIn(languages, pick)
  const phase = phaseOf(sale.state, sale.serverStatus)
  const telling = tellingOf({ ...sale, phase })
  const standing = standingOf[telling]
  const { environment } = context
  return {
    languages,
    mark: environment === 'production' ? null : word((texts) => texts.mark[environment]),
    shopName: cleanText(context.shopName),
    phase,
    standing,
    title: word((texts) => texts.title[telling]),
    number: numberLine(
      word((texts) => texts.label.number),
      groupNumber(sale.order.number),
    ),
    pickUpCode:
      phase === 'queued'
        ? codeLine(
            word((texts) => texts.label.pickUpCode),
            pickUpCode(sale.ref),
          )
        : null,
    lines: detailLines(sale, standing, word),
    total: amountLine(
      word((texts) => texts.total[totalLabelOf[standing]]),
      sale.priceCentimes,
    ),
    currency: word((texts) => texts.currency),
    notice: word((texts) => texts.notice[telling]),
    warning: totalLabelOf[standing] === 'asked' ? word((texts) => texts.notAReceipt) : null,
    ref: sale.ref,
    refLabel: word((texts) => texts.label.ref),
    printed: numberLine(
      word((texts) => texts.label.printed),
      dateAndTime(context.nowMs),
    ),
  }
}

function detailLines(sale: StoredSale, standing: Standing, word: Word): readonly SlipLine[] {
  const { order, subscriber } = sale
  return [
    numberLine(
      word((texts) => texts.label.date),
      dateAndTime(sale.recordedAtMs),
    ),
    numberLine(
      word((texts) => texts.label.internet),
      order.type,
    ),
    ...known(
      numberLine(
        word((texts) => texts.label.customer),
        subscriber?.customerNumber ?? '',
      ),
    ),
    ...known(
      textLine(
        word((texts) => texts.label.offer),
        subscriber?.offer ?? '',
      ),
    ),
    ...known(
      codeLine(
        word((texts) => texts.label.transaction),
        sale.transactionNumber ?? '',
      ),
    ),
    amountLine(
      word((texts) => texts.label.card),
      order.valueCentimes,
    ),
    ...(standing === 'owed'
      ? [
          amountLine(
            word((texts) => texts.total.paid),
            sale.priceCentimes,
          ),
        ]
      : []),
  ]
}

const textLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'text',
  label,
  text: cleanText(text),
})

/** Groups keep together: an ordinary space would let a number break across two lines. */
const numberLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'number',
  label,
  text: cleanText(text).replaceAll(' ', '\u00a0'),
})

const codeLine = (label: Wording, text: string): SlipTextLine => ({
  kind: 'code',
  label,
  text: cleanText(text),
})

const amountLine = (label: Wording, amountCentimes: SlipAmountLine['amountCentimes']): SlipAmountLine => ({
  kind: 'amount',
  label,
  amountCentimes,
})

const known = (line: SlipTextLine): readonly SlipTextLine[] => (line.text === '' ? [] : [line])

/** The same in French and in Arabic once the Arabic form's direction marks are out, so it stands once on a slip in both. */
const dateAndTime = (atMs: number): string => `${formatDate(atMs, 'fr')} ${formatTime(atMs, 'fr')}`
