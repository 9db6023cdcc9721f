/**
 * Links that lead out of the counter. Owns the one call that hands an address to the system.
 *
 * Invariant: nothing is opened that link-rules.ts does not list and a person has not agreed to; one question at a time,
 * so that no page can bury the counter under them.
 */
import { BrowserWindow, shell, type WebContents } from 'electron'
import type { Log } from '#core/ports.ts'
import { judgeLink } from './link-rules.ts'
import { askPerson } from './question.ts'

const question = [
  'Ouvrir cette page dans le navigateur ?',
  'هل تريد فتح هذه الصفحة في المتصفّح؟',
  'Open this page in the browser?',
].join('\n')

export type OpenLink = (contents: WebContents, url: string) => void

/** What is called with every address that a page wants to open outside of itself. */
export function createLinkOpener(log: Log): OpenLink {
  let isAsking = false

  return (contents, url) => {
    const verdict = judgeLink(url)
    if (verdict.kind === 'refused') {
      log.write('warn', 'a link was not opened', { link: verdict.what })
      return
    }
    if (isAsking) return
    isAsking = true
    ask(contents, verdict)
      .catch((fault: unknown) =>
        log.write('warn', 'a link could not be opened', { link: verdict.host, fault: String(fault) }),
      )
      .finally(() => {
        isAsking = false
      })
  }
}

/** Shows the host and the whole address. */
async function ask(
  contents: WebContents,
  link: { readonly href: string; readonly host: string },
): Promise<void> {
  const isAgreed = await askPerson(BrowserWindow.fromWebContents(contents), {
    message: question,
    detail: `${link.host}\n\n${link.href}`,
    agree: 'Ouvrir · فتح · Open',
  })
  if (isAgreed) await shell.openExternal(link.href)
}
