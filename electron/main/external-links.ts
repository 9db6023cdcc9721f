/**
 * Links and files that lead out of the counter. Owns the one call that hands an address to the system.
 *
 * Invariant: nothing is opened that link-rules.ts does not know and a person has not agreed to, with its receiver and its text
 * before them; one question at a time, so that no page can bury the counter under them.
 */
import { BrowserWindow, shell, type WebContents } from 'electron'
import type { Log, Outside } from '#core/ports.ts'
import { judgeLink, judgeMessage } from './link-rules.ts'
import { askPerson } from './question.ts'
import type { CounterWindows } from './windows.ts'

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
  async function ask(
    owner: BrowserWindow | null | undefined,
    verdict: ReturnType<typeof judgeMessage>,
  ): Promise<boolean> {
    if (verdict.kind === 'refused') {
      note('a link was not opened', { link: verdict.what })
      return false
    }
    if (isAsking) return false
    isAsking = true
    const { href, shown, isMail } = verdict
    try {
      const isAgreed = await askPerson(owner, { message, detail: shown, agree: 'Ouvrir · فتح · Open' })
      if (isAgreed) await shell.openExternal(href)
      return isAgreed
    } catch (fault) {
      // What of it may be logged.
      note('a link could not be opened', { link: isMail ? 'mailto:' : 'wa.me', fault: String(fault) })
      return false
    } finally {
      isAsking = false
    }
  }

  return {
    openLink: (contents, url) => void ask(BrowserWindow.fromWebContents(contents), judgeLink(url)),
    openMessage: (owner, link) => ask(owner, judgeMessage(link)),
  }
}

/** The `outside` port: the file's folder is shown by the system's own file manager. */
export const createOutside = (
  windows: Pick<CounterWindows, 'readCounter'>,
  { openMessage }: Pick<LinkOpener, 'openMessage'>,
): Outside => ({
  openMessage: (link) => openMessage(windows.readCounter(), link),
  showFile: (path) => shell.showItemInFolder(path),
})
