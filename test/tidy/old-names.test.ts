/**
 * Names that were given up stay so: none comes back as an identifier, a word of a comment or a file's name, in product or tests.
 * The paths that still have one are listed beside it, each until it is changed with its file.
 */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, listFiles, readSource } from './sources.ts'

interface OldName {
  readonly pattern: RegExp
  /** What the thing is called instead. */
  readonly say: string
  readonly left?: readonly string[]
}

const sell = 'renderer/features/sell'
const printing = 'electron/core/printing/transports'

/** Case counts: `Sight` was a type, and "in sight" is plain English. */
const oldNames: Readonly<Record<string, OldName>> = {
  Sight: {
    pattern: /\b(?:Sight|createSight)\b/,
    say: 'match context',
  },
  strongerClaimants: { pattern: /\bstrongerClaimants\b/, say: 'sales with a prior claim' },
  shelf: { pattern: /\b[Ss]hel(?:f|ves)\b/, say: 'catalog; backup folder; receipt store' },
  SaleDesk: { pattern: /\bSaleDesk\b/, say: 'sale service' },
  SaleBook: { pattern: /\b(?:SaleBook|PrintBook)\b/, say: 'repository' },
  Watch: { pattern: /\bWatch\b/, say: 'poll state' },
  tellings: { pattern: /\b(?:tellings|tellingOf)\b/, say: 'display status' },
  drawnPhaseOf: { pattern: /\bdrawnPhaseOf\b/, say: 'display phase' },
  StandingDoubt: { pattern: /\bStandingDoubt\b/, say: 'manual review reason' },
  outweighing: { pattern: /\boutweighing\b/, say: 'blocks absence' },
  believesAbsent: { pattern: /\bbelievesAbsent\b/, say: 'is confirmed absent' },
  bringsTheRest: { pattern: /\bbringsTheRest\b/, say: 'has late delivery' },
  'go-ahead': { pattern: /\b(?:go-ahead|goAhead)\b/, say: 'request gate' },
  putDown: {
    pattern: /\bputDown\b/,
    say: 'pause, cancel',
    left: ['exports/exports.ts', 'journal/inspect.ts', 'journal/steps.ts'].map(
      (path) => `electron/core/${path}`,
    ),
  },
  takeUp: { pattern: /\btakeUp\b/, say: 'resume' },
  burst: {
    pattern: /\b[Bb]urst\b/,
    say: 'key run; from six characters on a scan',
    left: [
      ...[`${sell}/key-buffer.ts`, `${sell}/keyboard.ts`],
      ...['bill-scan', 'keyboard', 'shortcuts'].map((name) => `test/renderer/${name}.test.ts`),
    ],
  },
  "a hand's pause": { pattern: /\bhand['’]s pause\b/, say: 'human typing threshold' },
  stand: {
    pattern: /\bstand\(/,
    say: 'setStep, setState',
    left: ['electron/core/display/display.ts', 'electron/core/journal/anchor.ts'],
  },
  manner: { pattern: /\b[Mm]anner\b/, say: 'input mode', left: ['electron/training/answer.ts'] },
  laneOf: { pattern: /\blaneOf\b/, say: 'scoped events' },
  silence: {
    pattern: /\bsilence\(/,
    say: 'mute',
    left: ['test/faults/fates.ts', 'test/faults/line.ts'],
  },
  doorsOf: { pattern: /\bdoorsOf\b|\b[Dd]oors?\b(?!-open)/, say: 'handlers, entry points' },
  inTime: {
    pattern: /\binTime\(/,
    say: 'withTimeout',
    left: [`${printing}/device-line.ts`, `${printing}/windows-spooler.ts`],
  },
  chance: {
    pattern: /(?<!\bby )\bchance\b/,
    say: 'random',
    left: [
      ...['call', 'ids', 'options'].map((name) => `electron/training/${name}.ts`),
      ...['test/simulation/counter/life.ts', 'test/simulation/dice.ts'],
    ],
  },
  brake: { pattern: /\b[Bb]rake\b|\b(?:authBrake|AuthBrake)\b/, say: 'lockout' },
  keyBond: { pattern: /\b(?:key-bond|[Kk]eyBond)\b/, say: 'key-account binding' },
  ordeal: { pattern: /\b[Oo]rdeals?\b/, say: 'fault injection' },
  labour: { pattern: /\b[Ll]abours?\b/, say: 'CPU-bound work' },
  morning: { pattern: /\bhaveMorning\b|(?:const|let|[{,(]|\.\.\.)\s*morning\b/, say: 'seeded journal' },
}

const oldFiles = [
  ...['auth-brake', 'burst', 'chance', 'go-ahead', 'in-time', 'key-bond', 'labours', 'look-over', 'ordeals'],
  ...['presses', 'second-look', 'shelves', 'sight', 'take-place', 'walk'],
]
const oldFilesLeft = [`${printing}/in-time.ts`]

const files = listFiles().filter((path) => isCode(path) && path !== 'test/tidy/old-names.test.ts')

test.each(Object.entries(oldNames))('no file says %s', (_, { pattern, say, left = [] }) => {
  const having = files.filter((path) => pattern.test(readSource(path)))
  expect(having, `say: ${say}`).toEqual(left)
})

test('no file has a name that was given up', () => {
  const having = files.filter((path) => oldFiles.includes(basename(path).replace(/\..*$/, '')))
  expect(having).toEqual(oldFilesLeft)
})

test.each([
  ['chance', 'const numbers = chance(seed)', true],
  ['chance', '/** Seen by chance. */', false],
  ['shelf', "'where the first took the whole shelf'", true],
  ['morning', 'return { ...morning, ref }', true],
  ['morning', '/** Between the sale of the morning and the next. */', false],
  ['stand', 'function stand(next: Step)', true],
  ['stand', '/** What may stand here. */', false],
  ['silence', 'await exchange.silence()', true],
  ['silence', "startProxy('silence')", false],
])('%s is in %j: %s', (name, text, isThere) => {
  expect(oldNames[name]?.pattern.test(text)).toBe(isThere)
})
