/** A man in the middle for tests: passes every request on to a service and lets the test rewrite the text of the answers. */
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** Answers the address of a proxy before `baseUrl`; `rewrite` is given the path and the answer's text. Closed with the test. */
export async function startRewriter(
  baseUrl: string,
  rewrite: (path: string, text: string) => string,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? '/'
    const headers = {
      'x-access-token': String(request.headers['x-access-token']),
      'content-type': 'application/json',
    }
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    try {
      const answer = await fetch(`${baseUrl}${path}`, { method: request.method ?? 'GET', headers, ...body })
      const text = rewrite(path, await answer.text())
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    } catch {
      // A connection that is cut behind us is cut before us.
      response.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
