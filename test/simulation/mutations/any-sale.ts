/** Faults in what all kinds of sale have in common. */
import { errors, type Mutation, sale, words } from './mutation.ts'

export const mutationsOfAnySale: readonly Mutation[] = [
  {
    name: 'commit-after-call',
    belief: 'The sale may be written down when its answer is there.',
    edits: [
      {
        file: `${sale}/start.ts`,
        find: '    return ok(book.record([recorded, begun], clock.nowMs()))',
        replace: `    const commit = () => book.record([recorded, begun], clock.nowMs())
    if (order.kind !== 'internet') return ok(commit())
    void client.sendInternet(request).then(commit).catch(() => undefined)
    return err({ kind: 'internal', ref })`,
      },
    ],
  },
  {
    name: 'new-ref-on-retry',
    plenty: ['internet', 'very-late-request', 'resend'],
    belief: 'A second try is a new request.',
    edits: [
      {
        file: `${sale}/kinds/internet.ts`,
        find: '  async send(client, { request }) {\n',
        replace: `  async send(client, { request: own, attempts, ref }) {
    const newRef = ref.slice(0, -1) + (ref.endsWith('0') ? '1' : '0')
    const request = attempts === 1 ? own : { ...own, ref: newRef }
`,
      },
    ],
  },
  {
    name: 'internal-error-is-refusal',
    plenty: ['internal-error'],
    belief: 'A service that answers 500 has done nothing.',
    edits: [
      {
        file: errors,
        find: 'INTERNAL_SERVER_ERROR: { ...open,',
        replace: 'INTERNAL_SERVER_ERROR: { ...refusal,',
      },
    ],
  },
  {
    name: 'duplicated-ref-is-refusal',
    plenty: ['internet', 'mobile', 'twice'],
    belief: 'A ref that was used before was used by somebody else.',
    edits: [
      {
        file: errors,
        find: 'DUPLICATED_REF: { ...open, statuses: anyRefusal,',
        replace: 'DUPLICATED_REF: { ...refusal, statuses: anyRefusal,',
      },
    ],
  },
  {
    name: 'no-grace',
    plenty: ['internet', 'mobile', 'late-request'],
    belief: 'What is not found at once was never received.',
    edits: [
      {
        file: `${sale}/decide.ts`,
        find: `    facts.notFoundLookUps >= lookUps &&
    facts.watchedMs >= spanMs`,
        replace: '    facts.notFoundLookUps >= 1',
      },
    ],
  },
  {
    name: 'unproven-absence',
    plenty: ['internet', 'answer-lost', 'missing-paths'],
    belief: 'A path that answers NOT_FOUND is the right path.',
    edits: [
      {
        file: `${sale}/look-up.ts`,
        find: 'if (await isPathProven(sale)) book.record(',
        replace: 'book.record(',
      },
    ],
  },
  {
    name: 'silence-is-not-sent',
    plenty: ['answer-lost'],
    belief: 'A request without an answer never arrived.',
    edits: [
      {
        file: 'electron/core/api/classify.ts',
        find: "  if (reading.kind === 'unreadable') return { kind: 'in-doubt',",
        replace:
          "  if (reading.kind === 'unreadable') return { kind: reading.reason === 'no-answer-in-time' ? 'not-sent' : 'in-doubt',",
      },
    ],
  },
  {
    name: 'unknown-word-is-failure',
    plenty: ['strange-words'],
    belief: 'A status that the tables do not know means that it went wrong.',
    edits: [
      {
        file: words,
        find: "meanings[kind][status]) || 'unknown'",
        replace: "meanings[kind][status]) || 'refunded'",
      },
    ],
  },
  {
    name: 'refusal-after-doubt-is-final',
    plenty: ['internet', 'mobile', 'very-late-request', 'refused', 'resend'],
    belief: 'The last answer counts.',
    edits: [
      {
        file: `${sale}/attempt.ts`,
        find: "  if (everDoubted) return { kind: 'doubted', ref, reason: code, requestId }\n",
        replace: '',
      },
      {
        file: 'electron/core/journal/record.ts',
        find: "    if (body.kind === 'refused') checkRefusal(db, body)\n",
        replace: '',
      },
    ],
  },
  {
    name: 'no-recovery',
    belief: 'What was open comes up by itself.',
    edits: [
      {
        file: `${sale}/desk.ts`,
        find: '  recoverSales({ journal, book, sight, clock, log, plan: scheduler.plan })\n',
        replace: '',
      },
    ],
  },
  {
    name: 'send-again-at-start',
    belief: 'An attempt that a crash cut off is sent again.',
    edits: [
      {
        file: `${sale}/recover.ts`,
        find: '  for (const sale of interrupted) doubt(sale, RESTART_REASON, book, nowMs, log)\n',
        replace: '',
      },
      {
        file: `${sale}/decide.ts`,
        find: "{ kind: 'wait' } : { kind: 'doubt', reason: RESTART_REASON }",
        replace: "{ kind: 'wait' } : { kind: 'send' }",
      },
    ],
  },
  {
    name: 'post-is-tried-again',
    belief: 'What helps a question helps an order.',
    edits: [{ file: 'electron/core/api/retry.ts', find: "method === 'POST' || ", replace: '' }],
  },
  {
    name: 'cancelled-is-forgotten',
    plenty: ['internet', 'mobile', 'very-late-request', 'cancel'],
    belief: 'What the cashier gave up is over.',
    edits: [
      {
        file: `${sale}/decide.ts`,
        find: 'return facts.watchedMs < LATE_REQUEST_WATCH_MS\n        ?',
        replace: 'return facts.watchedMs < 0\n        ?',
      },
    ],
  },
  {
    name: 'unsent-is-forgotten',
    plenty: ['internet', 'mobile', 'very-late-request'],
    belief: 'What was not found once will never be.',
    edits: [{ file: 'electron/core/schedule/cadence.ts', find: '  unsent: lateWatch,\n', replace: '' }],
  },
  {
    name: 'queue-is-given-up',
    plenty: ['internet', 'slow-service'],
    belief: 'An order that takes an hour has failed.',
    edits: [
      { file: 'electron/core/schedule/cadence.ts', find: '    always(10 * MINUTE_MS),\n', replace: '' },
    ],
  },
  {
    name: 'review-sells-twice',
    belief: 'Nobody presses twice.',
    edits: [
      {
        file: `${sale}/start.ts`,
        find: '  if (already) return ok(viewOfSale(already))\n',
        replace: '',
      },
      {
        file: `${sale}/start.ts`,
        find: 'review.ref ??= refs.newRef()',
        replace: 'review.ref = refs.newRef()',
      },
      {
        file: `${sale}/start.ts`,
        find: '      ref,\n      reviewId,\n',
        replace: '      ref,\n      reviewId: reviewId + ref,\n',
      },
    ],
  },
  {
    name: 'attempt-without-end',
    belief: 'How an attempt ended can be read from the sale.',
    edits: [
      {
        file: 'electron/core/journal/attempts.ts',
        find: 'outcome = excluded.outcome,\n',
        replace: '\n',
      },
    ],
  },
]
