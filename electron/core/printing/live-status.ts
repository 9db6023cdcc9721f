/**
 * What ESC/POS printers say of themselves: at once (DLE EOT n), however much they have still to print, and in its turn (GS r 1),
 * behind all that came before. Pure. A byte that is no such answer, such as those of the automatic status, is told apart by its
 * fixed bits.
 */
import type { PrintProblem } from '#shared/printing.ts'

const DLE = 0x10
const EOT = 0x04

/** Off line, paper, cause of being off line, error: each is answered by one byte, and some printers know the first ones only. */
export const statusQuestions = [1, 4, 2, 3] as const
export type StatusQuestion = (typeof statusQuestions)[number]

export const askStatus = (question: StatusQuestion): Uint8Array => Uint8Array.of(DLE, EOT, question)

/** The paper's state, answered when everything before it is printed: off line, a printer comes to no such question. */
export const askInTurn = Uint8Array.of(0x1d, 0x72, 1)
/** Paper there or low, and both bits of either sensor. */
const turnAnswers: readonly number[] = [0x00, 0x03, 0x0c, 0x0f]

/** Bits 0 and 7 are 0, bits 1 and 4 are 1 in every answer to DLE EOT, and in no byte of the automatic status. */
const isStatusAnswer = (byte: number): boolean => (byte & 0x93) === 0x12
/** The first byte of the automatic status, which three follow that no answer looks like. */
const isAutomaticStatus = (byte: number): boolean => (byte & 0x93) === 0x10
const AUTOMATIC_BYTES_MORE = 3
const isFurtherByte = (byte: number): boolean => (byte & 0x90) === 0
/** XON and XOFF. */
const isFlowControl = (byte: number): boolean => byte === 0x11 || byte === 0x13

export interface AnswerReader {
  hear(bytes: Iterable<number>): void
  /** How many answers came at once, and what the last one was. */
  count(): number
  last(): number | undefined
  /** How many came in their turn. */
  turnCount(): number
  /** Something came that no receipt printer says: whoever is there may be none, and nothing that it says is believed. */
  isStrange(): boolean
}

/** Reads what comes from a printer's side. Keeps the last answer only, however much comes. */
export function createAnswerReader(): AnswerReader {
  let [count, turnCount, furtherBytes, isStrange] = [0, 0, 0, false]
  let last: number | undefined
  function hearByte(byte: number): void {
    if (furtherBytes > 0 && isFurtherByte(byte)) furtherBytes -= 1
    else if (isStatusAnswer(byte)) {
      count += 1
      last = byte
    } else if (isAutomaticStatus(byte)) furtherBytes = AUTOMATIC_BYTES_MORE
    else if (turnAnswers.includes(byte)) turnCount += 1
    else if (!isFlowControl(byte)) isStrange = true
  }
  return {
    hear(bytes) {
      if (isStrange) return
      for (const byte of bytes) hearByte(byte)
    },
    count: () => count,
    last: () => last,
    turnCount: () => turnCount,
    isStrange: () => isStrange,
  }
}

export interface LiveStatus {
  /** Undefined where nothing keeps it from printing. */
  readonly problem: PrintProblem | undefined
  readonly paperLow: boolean
}

/** What keeps it from printing, the cause before the effect: off line without a cause comes last. */
const meanings: readonly (readonly [StatusQuestion, number, PrintProblem])[] = [
  [2, 0x04, 'cover-open'],
  [4, 0x60, 'paper-out'],
  [2, 0x20, 'paper-out'],
  // A jammed cutter, what only a service can mend, what ends by itself (a hot head), and what a restart mends.
  [3, 0x6c, 'printer-error'],
  [2, 0x40, 'printer-error'],
  [1, 0x08, 'offline'],
]

/** Reads the answers, by question; one that is missing says nothing. */
export function readLiveStatus(answers: ReadonlyMap<StatusQuestion, number>): LiveStatus {
  const isSet = (question: StatusQuestion, bits: number) => ((answers.get(question) ?? 0) & bits) !== 0
  const found = meanings.find(([question, bits]) => isSet(question, bits))
  return { problem: found?.[2], paperLow: isSet(4, 0x0c) }
}
