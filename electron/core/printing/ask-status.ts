/**
 * Asking a receipt printer how it is, over whatever brings bytes both ways. Owns the count of questions and answers: an answer
 * that comes late is never taken for that to a later question, and one that nobody asked for is believed in nothing.
 */
import type { PrintProblem } from '#shared/printing.ts'
import { doubted, type PrintEnd, printed, sent } from './link.ts'
import {
  askInTurn,
  askStatus,
  createAnswerReader,
  type LiveStatus,
  readLiveStatus,
  type StatusQuestion,
  statusQuestions,
} from './live-status.ts'
import type { PrintLimits } from './print-limits.ts'

/** What brings the questions there. */
export interface StatusLine {
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
  /** Asks the questions that are answered at once, the first with a time of its own; undefined where it does not tell. */
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
      const told = new Map<StatusQuestion, number>()
      for (const question of statusQuestions) {
        const answer = await askOne(question, told.size === 0 ? firstMs : statusMs)
        // Whoever answers one has heard all before it.
        if (answer === undefined) break
        told.set(question, answer)
      }
      return told.size > 0 && !isStrange() ? readLiveStatus(told) : undefined
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
 * What a printer that tells has to say behind a slip of so many bytes. An answer that comes at once shows that its line is well
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
  // While it prints, it tells at once what keeps it from printing on.
  while (inTurn && !isPrinted && after && !after.problem && performance.now() < endMs) {
    isPrinted = await talk.askInTurn(statusEveryMs)
    after = await talk.ask(statusMs)
  }
  if (isPrinted && !talk.isStrange() && after?.problem === undefined) return printed
  const problem = cutBy() ?? after?.problem
  if (problem) return doubted(problem)
  if (after && !inTurn) return sent
  return doubted(talk.isStrange() ? 'unconfirmed' : 'stalled')
}
