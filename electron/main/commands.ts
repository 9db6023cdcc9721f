/** What the command line asks for instead of a counter: read here as data, done in run-command.ts. */
import { findMisplaced } from './command-line.ts'
import type { ConsoleTexts } from './console-words.ts'

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
  /** What cannot be understood; the words are in the locales under `wrong.<why>`. */
  | { readonly kind: 'wrong'; readonly why: WrongCommand; readonly about: string }

export type WrongCommand = keyof ConsoleTexts['wrong']

const whats = ['journal', 'csv', 'xlsx'] as const

export const exitCodes = { done: 0, notDone: 1, wrong: 2, inUse: 3 } as const

/** The arguments behind the program's own path, and behind the app's folder in development. */
export const argumentsOf = (argv: readonly string[], isPackaged: boolean): readonly string[] =>
  argv.slice(isPackaged ? 1 : 2)

/** The first command there is; what stands before it are switches for the counter's looks, and in development anything. */
export function readCommand(
  args: readonly string[],
  isPackaged: boolean,
  platform: NodeJS.Platform = process.platform,
): Command {
  const at = args.findIndex((arg) => Object.hasOwn(readers, arg))
  const read = readers[args[at] ?? '']
  if (read === undefined) return { kind: 'open' }
  const misplaced = findMisplaced(args.slice(0, at), isPackaged, platform)
  return misplaced === undefined ? read(args.slice(at + 1)) : wrong('before-command', misplaced)
}

type Read = (more: readonly string[]) => Command

const wrong = (why: WrongCommand, about = ''): Command => ({ kind: 'wrong', why, about })
const alone =
  (kind: 'help' | 'version' | 'reset-training'): Read =>
  (more) =>
    more.length === 0 ? { kind } : wrong('nothing-behind', `--${kind}`)

const readers: Readonly<Record<string, Read>> = {
  '--help': alone('help'),
  '--version': alone('version'),
  '--reset-training': alone('reset-training'),
  '--verify-journal': ([path, ...more]) =>
    path === undefined || more.length > 0 ? wrong('one-file') : { kind: 'verify-journal', path },
  '--export': ([named, path, option, account, ...more]) => {
    const what = whats.find((one) => one === named)
    if (what === undefined || path === undefined) return wrong('export-what', whats.join(', '))
    if (option === undefined) return { kind: 'export', what, path, account: undefined }
    if (option !== '--account' || account === undefined || more.length > 0) return wrong('export-account')
    return { kind: 'export', what, path, account }
  },
}
