/** Something on the line that changes answers: it passes every request on and lets the test rewrite the text of the answers. */
import { answerAt, deliverAt } from './line.ts'

/** Answers an address before `baseUrl`; `rewrite` is given the path and the answer's text. Closed with the test. */
export function startRewriter(baseUrl: string, rewrite: (path: string, text: string) => string): string {
  return answerAt(async (request) => {
    const delivery = await deliverAt(baseUrl, request)
    if (delivery.kind !== 'whole') return { kind: 'cut' }
    const { status, body } = delivery.answer
    const text = rewrite(request.path, Buffer.from(body).toString())
    return { kind: 'whole', answer: { status, headers: { 'content-type': 'application/json' }, body: text } }
  }).baseUrl
}
