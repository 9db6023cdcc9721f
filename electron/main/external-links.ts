/**
 * Links that lead out of the counter. Owns the question to the person, and the one call that hands an address to the
 * system.
 *
 * Invariant: nothing is opened that link-rules.ts does not list and a person has not agreed to; one question at a time,
 * so that no page can bury the counter under them.
 */
import { BrowserWindow, dialog, type MessageBoxOptions, shell, type WebContents } from 'electron'
import type { Log } from '#core/ports.ts'
import { judgeLink } from './link-rules.ts'

/** In all three languages at once: a system's dialog, which knows nothing of the screen behind it. */
const question = [
  'Ouvrir cette page dans le navigateur ?',
  'هل تريد فتح هذه الصفحة في المتصفّح؟',
  'Open this page in the browser?',
].join('\n')
const buttons = ['Annuler · إلغاء · Cancel', 'Ouvrir · فتح · Open']
const cancelId = 0
const openId = 1

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

/** Shows the host and the whole address. Enter and Escape both open nothing. */
async function ask(
  contents: WebContents,
  link: { readonly href: string; readonly host: string },
): Promise<void> {
  const options: MessageBoxOptions = {
    type: 'question',
    title: 'Comptoir',
    message: question,
    detail: `${link.host}\n\n${link.href}`,
    buttons,
    defaultId: cancelId,
    cancelId,
    noLink: true,
  }
  const owner = BrowserWindow.fromWebContents(contents)
  const { response } = await (owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options))
  if (response === openId) await shell.openExternal(link.href)
}
