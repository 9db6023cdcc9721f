/** What the command line asks for instead of a counter: read here as data, done in run-command.ts. */

export type Command =
  | { readonly kind: 'open' }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'reset-training' }
  | { readonly kind: 'verify-journal'; readonly path: string }
  | {
      readonly kind: 'export'
      readonly what: (typeof whats)[number]
      readonly path: string
      readonly account: string | undefined
    }
  /** What cannot be understood, as a sentence. */
  | { readonly kind: 'wrong'; readonly why: string }

const whats = ['journal', 'csv', 'xlsx'] as const

export const exitCodes = { done: 0, notDone: 1, wrong: 2, inUse: 3 } as const

export const help = `Comptoir: point of sale for shop counters. Without a command it opens the counter.

  comptoir --help                          prints this
  comptoir --version                       prints the version, and those of what it runs on
  comptoir --verify-journal FILE           checks an exported journal by nothing but its own bytes
  comptoir --export WHAT FILE [--account ID]
                                           writes the sales (csv, xlsx) or the whole journal (journal) of an account to
                                           FILE; of the one that was open last, or of ID: training, sandbox:NAME or
                                           production:NAME
  comptoir --reset-training                begins training anew; what was there is kept in a folder beside it

Exit codes: 0 done; 1 not done, or the journal is not whole; 2 the command or its file cannot be read; 3 a counter is
open, which has to be closed first.
`

/** The arguments behind the program's own path, and behind the app's folder in development. */
export const argumentsOf = (argv: readonly string[], isPackaged: boolean): readonly string[] =>
  argv.slice(isPackaged ? 1 : 2)

/** The first command there is; what stands before it are switches for the counter's looks. */
export function readCommand(args: readonly string[]): Command {
  const at = args.findIndex((arg) => arg in readers)
  const read = readers[args[at] ?? '']
  return read === undefined ? { kind: 'open' } : read(args.slice(at + 1))
}

type Read = (more: readonly string[]) => Command

const wrong = (why: string): Command => ({ kind: 'wrong', why })
const alone =
  (kind: 'help' | 'version' | 'reset-training'): Read =>
  (more) =>
    more.length === 0 ? { kind } : wrong(`--${kind} takes nothing behind it`)

const readers: Readonly<Record<string, Read>> = {
  '--help': alone('help'),
  '--version': alone('version'),
  '--reset-training': alone('reset-training'),
  '--verify-journal': ([path, ...more]) =>
    path === undefined || more.length > 0
      ? wrong('--verify-journal takes one file')
      : { kind: 'verify-journal', path },
  '--export': ([named, path, option, account, ...more]) => {
    const what = whats.find((one) => one === named)
    if (what === undefined || path === undefined)
      return wrong(`--export takes ${whats.join(', ')} and a file`)
    if (option === undefined) return { kind: 'export', what, path, account: undefined }
    if (option !== '--account' || account === undefined || more.length > 0)
      return wrong('behind the file of --export there may be --account and its id, and nothing else')
    return { kind: 'export', what, path, account }
  },
}
