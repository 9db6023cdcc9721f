/**
 * Asking a receipt printer how it is, over whatever brings bytes both ways. Owns the count of questions and answers: an answer
 * that comes late is never taken for that to a later question, and one that nobody asked for is believed in nothing.
 */
import type { PrintProblem } from '#shared/printing.ts'
import { doubted, type PrintEnd, type PrintLimits, printed, sent } from './link.ts'

/** What brings the questions there. */
interface StatusLine {
  /** Hands a question over; false where none can be any more. */
  write(question: Uint8Array): boolean | Promise<boolean>
  /** Waits until it is so, no more can come, or the time is over; whether it is so. */
  until(isSo: () => boolean, timeoutMs: number): Promise<boolean>
}

export interface StatusTalk {
  /** What came from the printer's side. */
  hear(bytes: Iterable<number>): void
  /** What is at the other end has said what no receipt printer says, or more than it was asked. */
  isStrange(): boolean
  /** Asks the questions that are answered at once, the first with a time of its own; undefined where it does not answer. */
  ask(statusMs: number, firstMs?: number): Promise<LiveStatus | undefined>
  /** Asks what is answered only when all before it is printed, or goes on waiting for that answer; whether it came. */
  askInTurn(timeoutMs: number): Promise<boolean>
}

export function createStatusTalk({ write, until }: StatusLine): StatusTalk {
  const answers = createAnswerReader()
  const asked = { now: 0, inTurn: 0 }

  const isStrange = () =>
    answers.isStrange() || answers.count() > asked.now || answers.turnCount() > asked.inTurn

  /** Once more for each question that had no answer: one that comes late is then never taken for the last. */
  async function askOne(question: StatusQuestion, timeoutMs: number): Promise<number | undefined> {
    const times = asked.now - answers.count() + 1
    const due = asked.now + 1
    for (let time = 1; time <= times; time += 1) {
      asked.now += 1
      if (!(await write(askStatus(question)))) return undefined
    }
    await until(() => answers.count() >= due || isStrange(), timeoutMs)
    return answers.count() >= due && !isStrange() ? answers.last() : undefined
  }

  return {
    hear: answers.hear,
    isStrange,
    async ask(statusMs, firstMs = statusMs) {
      const byQuestion = new Map<StatusQuestion, number>()
      for (const question of statusQuestions) {
        const answer = await askOne(question, byQuestion.size === 0 ? firstMs : statusMs)
        // Whoever answers one has heard all before it.
        if (answer === undefined) break
        byQuestion.set(question, answer)
      }
      return byQuestion.size > 0 && !isStrange() ? readLiveStatus(byQuestion) : undefined
    },
    async askInTurn(timeoutMs) {
      const isAnswered = () => answers.turnCount() >= asked.inTurn
      if (isAnswered()) {
        asked.inTurn += 1
        if (!(await write(askInTurn))) return false
      }
      await until(() => isAnswered() || isStrange(), timeoutMs)
      return isAnswered() && !isStrange()
    },
  }
}

/** What was found out before the first byte. */
export interface Before {
  readonly status: LiveStatus | undefined
  /** It answers in its turn: behind the slip that shows the slip printed. */
  readonly inTurn: boolean
}

/** Asks how it is, and whether it answers in its turn; one that is not to be asked is as one that never answers. */
export async function askBefore(
  talk: Pick<StatusTalk, 'ask' | 'askInTurn'>,
  asks: boolean,
  { statusMs }: PrintLimits,
): Promise<Before> {
  const status = asks ? await talk.ask(statusMs) : undefined
  // Off line it would answer when it is well again, behind nobody knows what.
  const inTurn = status !== undefined && status.problem === undefined && (await talk.askInTurn(statusMs))
  return { status, inTurn }
}

/**
 * What a printer that answers has to say behind a slip of so many bytes. An answer that comes at once shows that its line is well
 * and no more: the slip may still lie in its memory, and the roll may end within it.
 */
export async function askBehind(
  talk: Pick<StatusTalk, 'ask' | 'askInTurn' | 'isStrange'>,
  { inTurn, byteCount }: { readonly inTurn: boolean; readonly byteCount: number },
  { statusMs, statusAfterMs, statusEveryMs, msPerByte }: PrintLimits,
  cutBy: () => PrintProblem | undefined,
): Promise<PrintEnd> {
  const patienceMs = statusAfterMs + byteCount * msPerByte
  const endMs = performance.now() + patienceMs
  let isPrinted = inTurn && (await talk.askInTurn(statusEveryMs))
  let after = await talk.ask(statusMs, inTurn ? statusMs : patienceMs)
  // While it prints, it says at once what keeps it from printing on. One whose memory is full takes no question before there is
  // room, seconds later behind a slow line: it is waited for as long as the slip takes, and asked nothing more meanwhile.
  while (inTurn && !isPrinted && !after?.problem && !cutBy() && performance.now() < endMs) {
    isPrinted = await talk.askInTurn(statusEveryMs)
    if (isPrinted || after) after = await talk.ask(statusMs)
  }
  if (isPrinted && !talk.isStrange() && after?.problem === undefined) return printed
  const problem = cutBy() ?? after?.problem
  if (problem) return doubted(problem)
  if (after && !inTurn) return sent
  return doubted(talk.isStrange() ? 'unconfirmed' : 'stalled')
}

// What ESC/POS printers say of themselves: at once (DLE EOT n), however much they have still to print, and in its turn (GS r 1),
// behind all that came before. Pure. A byte that is no such answer, such as those of the automatic status, is known by its fixed
// bits.

const DLE = 0x10
const EOT = 0x04

/** Off line, paper, cause of being off line, error: each is answered by one byte, and some printers know the first ones only. */
const statusQuestions = [1, 4, 2, 3] as const
type StatusQuestion = (typeof statusQuestions)[number]

const askStatus = (question: StatusQuestion): Uint8Array => Uint8Array.of(DLE, EOT, question)

/** The paper's state, answered when everything before it is printed: off line, a printer comes to no such question. */
const askInTurn = Uint8Array.of(0x1d, 0x72, 1)
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

interface AnswerReader {
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
function createAnswerReader(): AnswerReader {
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

interface LiveStatus {
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
function readLiveStatus(answers: ReadonlyMap<StatusQuestion, number>): LiveStatus {
  const isSet = (question: StatusQuestion, bits: number) => ((answers.get(question) ?? 0) & bits) !== 0
  const found = meanings.find(([question, bits]) => isSet(question, bits))
  return { problem: found?.[2], paperLow: isSet(4, 0x0c) }
}
