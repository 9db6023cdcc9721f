/**
 * Asking a receipt printer how it is (DLE EOT), over whatever brings bytes both ways. Owns the count of questions and answers:
 * an answer that comes late is never taken for that to a later question, and one that nobody asked for is believed in nothing.
 */
import {
  askStatus,
  createAnswerReader,
  type LiveStatus,
  readLiveStatus,
  type StatusQuestion,
  statusQuestions,
} from './live-status.ts'

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
  /** Asks the questions, the first with a time of its own; undefined where the printer does not tell. */
  ask(statusMs: number, firstMs?: number): Promise<LiveStatus | undefined>
}

export function createStatusTalk({ write, until }: StatusLine): StatusTalk {
  const answers = createAnswerReader()
  let asked = 0

  const isStrange = () => answers.isStrange() || answers.count() > asked

  /** Once more for each question that had no answer: one that comes late is then never taken for the last. */
  async function askOne(question: StatusQuestion, timeoutMs: number): Promise<number | undefined> {
    const times = asked - answers.count() + 1
    const due = asked + 1
    for (let time = 1; time <= times; time += 1) {
      asked += 1
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
  }
}
