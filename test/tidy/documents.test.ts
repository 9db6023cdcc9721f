/**
 * What ARCHITECTURE.md, the modules' READMEs and comments point at is there. A path that moved would send a reader the wrong way, and
 * nothing else would notice.
 */
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { isCode, listFiles, readSource } from './sources.ts'

const map = 'ARCHITECTURE.md'
const files = listFiles()
const folders = new Set(files.flatMap(foldersOf))
const places = new Set([...files, ...folders])
const readmes = files.filter((path) => path.endsWith('/README.md'))
const documents = [map, 'README.md', ...readmes]
const extensions = ['ts', 'tsx', 'mts', 'mjs', 'css', 'html', 'json', 'md', 'yml', 'txt', 'sql', 'c']

/** How the documents shorten a path; ARCHITECTURE.md says so at its beginning. */
const shortened: readonly (readonly [short: string, whole: string])[] = [
  ['core/', 'electron/core/'],
  ['training/', 'electron/training/'],
]

/** What a running counter or a task makes, which is in no tree. */
const madeLater = [
  ...['accounts.json', 'archives.json', 'journals.json', 'refused-key.json', 'api-profile.json'],
  ...['backups/', 'out/'],
]

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Every text in backticks that is a path: one word that has a slash, or ends as a file of ours does. */
function pathsNamedIn(text: string): readonly string[] {
  const prose = text.replace(/^( {4}.*|```[\s\S]*?^```)$/gm, '')
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name ?? '')
  return quoted.filter((name) => /^[\w.@-][\w./{},*<>@-]*$/.test(name)).filter(isPathLike)
}

const isPathLike = (name: string): boolean =>
  name.includes('/') || extensions.some((extension) => name.endsWith(`.${extension}`))

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, target]) => target ?? '')

/** `{a,b}` is each of them, a star or a name in angle brackets any one name. What ends with a slash is a folder. */
function isThere(path: string): boolean {
  const [, before = '', choices = '', behind = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  if (choices !== '') return choices.split(',').every((choice) => isThere(before + choice + behind))
  const among = path.endsWith('/') ? folders : places
  const bare = path.replace(/\/$/, '')
  if (!/[*<]/.test(bare)) return among.has(bare)
  const literal = bare.split(/\*|<[^>]*>/).map((part) => part.replaceAll('.', '\\.'))
  const pattern = new RegExp(`^${literal.join('[^/]+')}$`)
  return [...among].some((place) => pattern.test(place))
}

/** Where a document's path may be from: the root, whole or shortened; of a README its own folder as well. */
function readingsOf(document: string, name: string): readonly string[] {
  const whole = shortened.flatMap(([short, long]) =>
    name.startsWith(short) ? [long + name.slice(short.length)] : [],
  )
  const own = document === map ? [] : [normalize(join(dirname(document), name))]
  return [name, ...whole, ...own]
}

const isMadeLater = (name: string): boolean =>
  madeLater.some((made) => (made.endsWith('/') ? name.startsWith(made) : name === made)) ||
  name.startsWith('refused-key.<')

function missingIn(document: string, text: string): readonly string[] {
  const astray = linksIn(text).filter((link) => !isThere(normalize(join(dirname(document), link))))
  const unknown = pathsNamedIn(text)
    // A pattern of names alone is no place.
    .filter((name) => !name.startsWith('*') && !isMadeLater(name))
    .filter((name) => !readingsOf(document, name).some(isThere))
  return [...unknown, ...astray]
}

test.each(documents)('every path that %s names is there', (document) => {
  expect(missingIn(document, readSource(document))).toEqual([])
})

test('the map names the README of every module', () => {
  const linked = new Set(linksIn(readSource(map)))
  expect(readmes.filter((path) => !linked.has(path))).toEqual([])
})

/** Whole paths, their ends and bare names alike: a comment says `journal/open.ts` and means the one of its layer. */
const filesNamedIn = (source: string): readonly string[] =>
  [...source.matchAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm)].flatMap(([comment]) =>
    [...comment.matchAll(/(?<![\w./<-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|md|css)\b/g)].map(
      ([name]) => name,
    ),
  )

test('every file that a comment names is there', () => {
  const isKnown = (name: string) =>
    isMadeLater(name) || name === 'electron.d.ts' || files.some((path) => `/${path}`.endsWith(`/${name}`))
  const named = files
    .filter(isCode)
    .flatMap((path) => filesNamedIn(readSource(path)).map((name) => ({ path, name })))
  expect(named.filter(({ name }) => !isKnown(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  expect(named.length).toBeGreaterThan(0)
})

test.each([
  ['a file by its whole path', '`electron/core/handlers.ts`', []],
  ['a shortened one', '`core/handlers.ts`, `training/bills/`', []],
  ['a choice and any folder', '`shared/locales/{fr,ar}.json`, `core/products/<kind>/kind.ts`', []],
  ['a choice of which one is not there', '`shared/locales/{fr,xx}.json`', ['shared/locales/{fr,xx}.json']],
  [
    'a folder that is none',
    '`electron/core/handlers.ts/`, `core/sale/<kind>/`',
    ['electron/core/handlers.ts/', 'core/sale/<kind>/'],
  ],
  ['a file that moved', '`core/display/compose.ts`', ['core/display/compose.ts']],
  ['a bare name', '`decide.ts`', ['decide.ts']],
  ['what is no path', '`sale.confirm`, `npm run bench`, `GS r`, `/dev/usb/lp0`', []],
  [
    'a link',
    '[x](electron/core/sale/README.md) [y](electron/core/sales/README.md)',
    ['electron/core/sales/README.md'],
  ],
])('%s is found as it is', (_, text, missing) => {
  expect(missingIn(map, text)).toEqual(missing)
})

test('a README may name a file of its own folder', () => {
  expect(missingIn('electron/core/sale/README.md', '`decide.ts`, `sweep.tsx`')).toEqual(['sweep.tsx'])
})
