/** Composes the slip of a sale from what the journal holds. Pure: the same sale at the same moment gives the same slip. */
import { pickUpCode } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/observed.ts'
import { type Telling, tellingOf, type Voice, voiceOf } from '#shared/telling.ts'
import type { Settings, StatusView } from '#shared/views.ts'
import type { StoredSale } from '../journal/journal.ts'
import { lacksOfDelivery } from '../sale/delivery.ts'
import { cleanText } from './clean-text.ts'
import { orderLines, subjectLine } from './details.ts'
import type { SlipDocument, SlipLine } from './document.ts'
import { amountLine, codeLine, dateAndTime, numberLine, type Word } from './lines.ts'
import { type SlipTotal, standingOf, totalOf } from './standing.ts'
import { languagesOf, wordedFor, wordingIn } from './texts.ts'

export interface SlipContext {
  readonly shopName: Settings['shopName']
  readonly environment: StatusView['environment']
  /** When the slip is made: its state is true at this moment. */
  readonly nowMs: number
}

/** The slip of a sale in its present phase (service-api.md, "States and transitions"; what the shop pays is not on it). */
export function composeSlip(
  sale: StoredSale,
  language: Settings['slip']['language'],
  context: SlipContext,
): SlipDocument {
  const languages = languagesOf[language]
  const word: Word = (pick) => wordingIn(languages, pick)
  const phase = phaseOf(sale.state, sale.order.kind, sale.serverStatus)
  const telling = tellingOf({ ...sale, phase, incomplete: lacksOfDelivery(sale) })
  const voice = voiceOf(sale.order)
  const standing = standingOf(telling, voice)
  const total = totalOf(sale, standing)
  const { environment } = context
  return {
    languages,
    mark: environment === 'production' ? null : word((texts) => texts.mark[environment]),
    shopName: cleanText(context.shopName),
    phase,
    standing,
    ...told(telling, voice, word),
    subject: subjectLine(sale.order, word),
    pickUpCode:
      phase === 'queued'
        ? codeLine(
            word((texts) => texts.label.pickUpCode),
            pickUpCode(sale.ref),
          )
        : null,
    lines: detailLines(sale, total, word),
    total: amountLine(
      word((texts) => texts.total[total.label]),
      total.amountCentimes,
    ),
    currency: word((texts) => texts.currency),
    warning: total.label === 'asked' ? word((texts) => texts.notAReceipt) : null,
    ref: sale.ref,
    refLabel: word((texts) => texts.label.ref),
    printed: numberLine(
      word((texts) => texts.label.printed),
      dateAndTime(context.nowMs),
    ),
  }
}

const told = (telling: Telling, voice: Voice, word: Word): Pick<SlipDocument, 'title' | 'notice'> => ({
  title: word((texts) => wordedFor(texts, voice, 'title', telling)),
  notice: word((texts) => wordedFor(texts, voice, 'notice', telling)),
})

/** Where the total is what is owed back, what was paid stands beside it. */
const detailLines = (sale: StoredSale, { label }: SlipTotal, word: Word): readonly SlipLine[] => [
  numberLine(
    word((texts) => texts.label.date),
    dateAndTime(sale.recordedAtMs),
  ),
  ...orderLines(sale, word),
  ...(label === 'owed'
    ? [
        amountLine(
          word((texts) => texts.total.paid),
          sale.priceCentimes,
        ),
      ]
    : []),
]
