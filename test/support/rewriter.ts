/** Something on the line that changes answers: it passes every request on and lets the test rewrite the text of the answers. */
import { answerAt, deliverAt } from './line.ts'

/** Given the path and the answer's text. */
export type Rewrite = (path: string, text: string) => string

/** Answers an address before `baseUrl`. `ask`: the path to ask the service for, given the one asked for. Closed with the test. */
export function startRewriter(
  baseUrl: string,
  rewrite: Rewrite = (_path, text) => text,
  ask = (path: string) => path,
): string {
  return answerAt(async (request) => {
    const delivery = await deliverAt(baseUrl, { ...request, path: ask(request.path) })
    if (delivery.kind !== 'whole') return { kind: 'cut' }
    const { status, headers, body } = delivery.answer
    const text = rewrite(request.path, Buffer.from(body).toString())
    return { kind: 'whole', answer: { status, headers, body: text } }
  }).baseUrl
}

/** Both addresses of a service. */
export const rewritten = (
  at: { readonly baseUrl: string; readonly billUrl: string },
  rewrite?: Rewrite,
  ask?: (path: string) => string,
) => ({
  baseUrl: startRewriter(at.baseUrl, rewrite, ask),
  billUrl: startRewriter(at.billUrl, rewrite, ask),
})
