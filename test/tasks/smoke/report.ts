/** The smoke run's report: what the machine found by itself, and the list that a person ticks. A file for support. */

export interface Finding {
  readonly what: string
  /** Why not, in a sentence; undefined where it is as it should be. */
  readonly fault: string | undefined
  /** What was seen. */
  readonly seen: string
}

/** What only a person before the machine can see. */
export const byHand: readonly string[] = [
  'A notification is pressed while the counter is open: the sale is shown.',
  'A notification is pressed after the counter was closed: the counter opens, and no error is shown.',
  'Sleep for ten minutes while a sale is queued, then wake: the sale goes on, and its end is shown.',
  'Windows restarts, or the session is ended, while a sale is being sent: afterwards the sale is there and is looked up.',
  'A second screen is plugged in, at another scaling, and unplugged: the customer’s display follows, the counter stays in sight.',
  'On a screen of 1366 × 768: balance, history and printer at the foot are in sight.',
  'Under Wayland: the counter appears, and the display does not cover it.',
  'Minimised for ten minutes while a sale is queued: a notification of its end comes within a minute of its time.',
  'A scanner reads a bill: it is put into the field, and nothing is paid by its Enter.',
  'A printer on the network, one on USB and one by its driver each print a slip in French and one in Arabic.',
  'An official receipt is printed where no driver was chosen.',
  'Windows, after a pasted key: Win+V is opened, and the person was asked to clear it.',
  'The keychain is locked: the counter says so, and asks again once it is open.',
  'A save dialog on a file that is there asks before it saves over it.',
  'Ctrl-C in the console that ran npm start closes the counter.',
  'The power is pulled during a sale: afterwards the sale is there and is looked up.',
  'The installer installs for all users, the icon is Comptoir’s in the menu and in the task bar, and licences.txt lies beside the program.',
  'After it was removed and installed again, the sales of before are there.',
  'A newer version is installed at the counter’s end, and by Install now, which opens the counter again and reads its key unasked; a sale in doubt keeps it from both.',
  'An update that is signed by somebody else (Windows) is not installed, and Settings, Versions says so.',
]

/** As Markdown. Names no file and no person of the machine: a report is sent on. */
export function composeReport(
  machine: readonly (readonly [name: string, value: string])[],
  findings: readonly Finding[],
): string {
  const row = ({ what, fault, seen }: Finding) =>
    `| ${fault === undefined ? 'ok' : 'WRONG'} | ${what} | ${cell(fault === undefined ? seen : `${fault} ${seen}`)} |`
  return [
    '# Smoke run of Comptoir on Electron',
    '',
    ...machine.map(([name, value]) => `- ${name}: ${value}`),
    '',
    '## By itself',
    '',
    '| | what | seen |',
    '|---|---|---|',
    ...findings.map(row),
    '',
    '## By hand',
    '',
    ...byHand.map((line) => `- [ ] ${line}`),
    '',
  ].join('\n')
}

const cell = (text: string) => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|')

/** Far above what any look takes: a keyring that waits for a password never answers. */
const LOOK_MS = 180_000

/** Looks, and takes what is thrown, or does not come in time, for a fault. */
export async function find(
  what: string,
  look: () => Promise<string> | string,
  atMostMs = LOOK_MS,
): Promise<Finding> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${atMostMs / 1000} s`)), atMostMs)
  try {
    return { what, fault: undefined, seen: await Promise.race([look(), late.promise]) }
  } catch (fault) {
    return { what, fault: fault instanceof Error ? fault.message : String(fault), seen: '' }
  } finally {
    clearTimeout(timer)
  }
}

/** Throws the sentence where it is not so. */
export function must(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}
