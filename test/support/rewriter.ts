/** Something on the line that changes answers: it passes every request on and lets the test rewrite the text of the answers. */
import { answerAt, deliverAt } from './line.ts'

/** Given the path and the answer's text. */
export type Rewrite = (path: string, text: string) => string

/** Answers an address before `baseUrl`. Closed with the test. */
export function startRewriter(baseUrl: string, rewrite: Rewrite): string {
  return answerAt(async (request) => {
    const delivery = await deliverAt(baseUrl, request)
    if (delivery.kind !== 'whole') return { kind: 'cut' }
    const { status, headers, body } = delivery.answer
    const text = rewrite(request.path, Buffer.from(body).toString())
    return { kind: 'whole', answer: { status, headers, body: text } }
  }).baseUrl
}

/** Both addresses of a service. */
export const rewritten = (at: { readonly baseUrl: string; readonly billUrl: string }, rewrite: Rewrite) => ({
  baseUrl: startRewriter(at.baseUrl, rewrite),
  billUrl: startRewriter(at.billUrl, rewrite),
})
