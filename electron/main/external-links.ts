/**
 * Links and files that lead out of the counter. Owns the one call that hands an address to the system.
 *
 * Invariant: nothing is opened that link-rules.ts does not list and a person has not agreed to; one question at a time,
 * so that no page can bury the counter under them.
 */
import { BrowserWindow, shell, type WebContents } from 'electron'
import type { Log, Outside } from '#core/ports.ts'
import { judgeLink, judgeMessage } from './link-rules.ts'
import { askPerson } from './question.ts'
import type { CounterWindows } from './windows.ts'

const page = [
  'Ouvrir cette page dans le navigateur ?',
  'هل تريد فتح هذه الصفحة في المتصفّح؟',
  'Open this page in the browser?',
].join('\n')

const message = [
  'Ouvrir ce message ? Rien n’est envoyé avant que vous ne l’envoyiez.',
  'هل تريد فتح هذه الرسالة؟ لن يُرسل شيء قبل أن ترسله أنت.',
  'Open this message? Nothing is sent before you send it.',
].join('\n')

/** Called with every address that a page wants to open outside of itself. */
export type OpenLink = (contents: WebContents, url: string) => void

export interface LinkOpener {
  readonly openLink: OpenLink
  /** Opens the link of a message of the core's. Whether it was handed to the system. Never rejects. */
  openMessage(owner: BrowserWindow | undefined, link: string): Promise<boolean>
}

export function createLinkOpener(log: Log): LinkOpener {
  let isAsking = false

  const note = (what: string, facts: Readonly<Record<string, string>>) => log.write('warn', what, facts)

  /** Whether the person agreed and the system took it. */
  async function ask(owner: BrowserWindow | null | undefined, question: Question): Promise<boolean> {
    if (isAsking) return false
    isAsking = true
    const { message, detail, href, host } = question
    try {
      const isAgreed = await askPerson(owner, { message, detail, agree: 'Ouvrir · فتح · Open' })
      if (isAgreed) await shell.openExternal(href)
      return isAgreed
    } catch (fault) {
      note('a link could not be opened', { link: host, fault: String(fault) })
      return false
    } finally {
      isAsking = false
    }
  }

  return {
    openLink(contents, url) {
      const verdict = judgeLink(url)
      if (verdict.kind === 'refused') {
        note('a link was not opened', { link: verdict.what })
        return
      }
      const { href, host } = verdict
      const owner = BrowserWindow.fromWebContents(contents)
      void ask(owner, { message: page, detail: `${host}\n\n${href}`, href, host })
    },
    async openMessage(owner, link) {
      const verdict = judgeMessage(link)
      if (verdict.kind === 'refused') {
        note('a link was not opened', { link: verdict.what })
        return false
      }
      const { href, shown, isMail } = verdict
      return ask(owner, { message, detail: shown, href, host: isMail ? 'mailto:' : 'wa.me' })
    },
  }
}

interface Question {
  readonly message: string
  /** What the person is shown of it. */
  readonly detail: string
  readonly href: string
  /** What of it may be logged. */
  readonly host: string
}

/** The `outside` port: the file's folder is shown by the system's own file manager. */
export const createOutside = (
  windows: Pick<CounterWindows, 'readCounter'>,
  { openMessage }: Pick<LinkOpener, 'openMessage'>,
): Outside => ({
  openMessage: (link) => openMessage(windows.readCounter(), link),
  showFile: (path) => shell.showItemInFolder(path),
})
