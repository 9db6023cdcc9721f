/** Faults in how a sale is recorded and its request sent, and in what the answer to it is taken for. */
import type { Ref } from '#shared/ref.ts'
import { inModule, type Replacement } from '../../support/replaced-exports.ts'
import type { Mutation } from './mutation.ts'

const withOtherEnd = (ref: Ref): Ref => `${ref.slice(0, -1)}${ref.endsWith('0') ? '1' : '0'}` as Ref

/** A call that was in doubt for one of these reasons counts as one that never left. */
const notSentFor = (...reasons: readonly string[]): Replacement =>
  inModule<typeof import('#core/api/classify.ts')>('#core/api/classify.ts', {
    classify: (original) => (endpoint, asked, reading, evidence) => {
      const outcome = original(endpoint, asked, reading, evidence)
      const isBelieved = outcome.kind === 'in-doubt' && reasons.includes(outcome.reason)
      return isBelieved ? { kind: 'not-sent', reason: outcome.reason, evidence } : outcome
    },
  })

const indexWithoutPromise = `
DROP INDEX sales_by_transaction;
CREATE INDEX sales_by_transaction ON sales (transaction_id);`

export const mutationsOfSending: readonly Mutation[] = [
  {
    name: 'commit-after-call',
    belief: 'The sale may be written down when its answer is there.',
    replaced: [
      inModule<typeof import('#core/sale/confirm-sale.ts')>('#core/sale/confirm-sale.ts', {
        confirmSale: (original) => (reviewId, options) => {
          const { repository, client } = options
          const record: typeof repository.record = (bodies, atMs) => {
            const [body] = bodies
            const commit = () => repository.record(bodies, atMs)
            if (body.kind !== 'sale-recorded' || !('number' in body.request)) return commit()
            const { request } = body
            void client
              .sendInternet(request)
              .then(commit)
              .catch(() => undefined)
            throw new Error('the answer is not there yet')
          }
          return original(reviewId, {
            ...options,
            repository: { ...repository, record },
            lookSoon: () => undefined,
          })
        },
      }),
    ],
  },
  {
    name: 'new-ref-on-retry',
    plenty: ['internet', 'very-late-request', 'resend'],
    belief: 'A second try is a new request.',
    replaced: [
      inModule<typeof import('#core/products/internet/kind.ts')>('#core/products/internet/kind.ts', {
        internetKind: (original) => ({
          ...original,
          send(client, sale) {
            const { attempts, ref, request } = sale
            const again = { ...sale, request: { ...request, ref: withOtherEnd(ref) } }
            return original.send(client, attempts === 1 ? sale : again)
          },
        }),
      }),
    ],
  },
  {
    name: 'silence-is-not-sent',
    seed: 2,
    plenty: ['answer-lost'],
    belief: 'A request without an answer never arrived.',
    replaced: [notSentFor('no-answer-in-time')],
  },
  {
    name: 'cut-is-not-sent',
    plenty: ['answer-lost', 'cut-body', 'cut before the answer', 'cut in the answer'],
    belief: 'A line that is cut takes its request with it.',
    replaced: [notSentFor('cut-before-answer', 'cut-in-answer')],
  },
  {
    name: 'garbage-is-not-sent',
    seed: 2,
    plenty: ['garbage', 'proxy-page'],
    belief: 'A page that is not of the service proves that the request never reached it.',
    replaced: [notSentFor('not-json', 'wrong-shape')],
  },
  {
    name: 'refusal-after-doubt-is-final',
    seed: 25,
    plenty: ['internet', 'mobile', 'very-late-request', 'refused', 'resend'],
    belief: 'The last answer counts.',
    replaced: [
      inModule<typeof import('#core/journal/next-sale.ts')>('#core/journal/next-sale.ts', {
        nextSale: (original) => (sale, entry) => ({ ...original(sale, entry), everDoubted: false }),
      }),
    ],
  },
  {
    name: 'post-is-tried-again',
    belief: 'What helps a question helps an order.',
    replaced: [
      inModule<typeof import('#core/api/retry.ts')>('#core/api/retry.ts', {
        retryWaitMs: (original) => (tried, limits) => original({ ...tried, method: 'GET' }, limits),
      }),
    ],
  },
  {
    name: 'review-sells-twice',
    belief: 'Nobody presses twice.',
    replaced: [
      inModule<typeof import('#core/sale/confirm-sale.ts')>('#core/sale/confirm-sale.ts', {
        confirmSale: (original) => (reviewId, options) => {
          const { journal, reviews, refs } = options
          const review = reviews.find(reviewId)
          const ref = refs.newRef()
          const another = review && { ...review, ref, view: { ...review.view, reviewId: reviewId + ref } }
          return original(reviewId, {
            ...options,
            journal: { ...journal, findSaleByReview: () => undefined },
            reviews: { ...reviews, find: () => another },
          })
        },
      }),
    ],
  },
  {
    name: 'transaction-pays-twice',
    plenty: ['bill'],
    belief: 'The service will see to it.',
    replaced: [
      inModule<typeof import('#core/products/bill/quote.ts')>('#core/products/bill/quote.ts', {
        quoteBills: (original) => (input, service) => original(input, service, () => undefined),
      }),
      inModule<typeof import('#core/sale/confirm-sale.ts')>('#core/sale/confirm-sale.ts', {
        confirmSale: (original) => (reviewId, options) =>
          original(reviewId, {
            ...options,
            journal: { ...options.journal, findSaleByTransaction: () => undefined },
          }),
      }),
      inModule<typeof import('#core/journal/migrations.ts')>('#core/journal/migrations.ts', {
        migrations: (original) => [...original.slice(0, -1), `${original.at(-1)}; ${indexWithoutPromise}`],
      }),
    ],
  },
  {
    name: 'card-is-ordered-again',
    plenty: ['gift-card', 'answer-lost'],
    belief: 'An order without an answer is best placed again at once.',
    replaced: [
      inModule<typeof import('#core/products/gift-card/kind.ts')>('#core/products/gift-card/kind.ts', {
        giftCardKind: (original) => ({
          ...original,
          async send(client, sale) {
            const outcome = await original.send(client, sale)
            return outcome.kind === 'in-doubt' ? original.send(client, sale) : outcome
          },
        }),
      }),
    ],
  },
]
