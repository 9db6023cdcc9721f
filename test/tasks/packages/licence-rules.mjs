/**
 * Under which licences a package may be taken, and the list that says so (docs/licences.md) with the notices that leave
 * with the counter (resources/licences.txt).
 *
 * Invariant: both texts follow from the lock file and the shipped packages alone, so that every machine writes the same.
 */
import { nameOf } from './lock-rules.mjs'

/** Licences that ask for their notice and for nothing of ours: what is shipped is under one of these. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
]
/** For tools, which stay on the machine of whoever builds. */
const forTools = [...permissive, 'CC-BY-4.0', 'MPL-2.0', 'WTFPL']

/** Fonts are files of ours, not packages: each family has its licence beside it, which is shipped with it. */
const fonts = [
  { name: 'IBM Plex Sans', licence: 'OFL-1.1' },
  { name: 'IBM Plex Sans Arabic', licence: 'OFL-1.1' },
]

/**
 * The packages whose licence is not on the list, one sentence each.
 * @param {{ packages: any, shipped: readonly string[] }} lock
 */
export function findLicenceFaults({ packages, shipped }) {
  const isShipped = new Set(shipped)
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(([path, { license }]) => !isAllowed(license, isShipped.has(path) ? permissive : forTools))
    .map(([path, { license }]) => {
      const use = isShipped.has(path) ? 'is shipped' : 'is a tool'
      return `${nameOf(path)} ${use} and has the licence ${license ?? 'of nobody knows what'}`
    })
}

/** Where there is a choice, one of the names will do; where there are several at once, all of them must. */
export function isAllowed(expression, allowed) {
  if (typeof expression !== 'string') return false
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(plain)) return false
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.includes(name)))
}

/** docs/licences.md: what is shipped by name, the tools by number. */
export function composeList({ packages, shipped }) {
  const isShipped = new Set(shipped)
  const tools = Object.keys(packages).filter((path) => path !== '' && !isShipped.has(path))
  const names = [...new Set(tools.map((path) => packages[path].license))].sort()
  const count = (name) => tools.filter((path) => packages[path].license === name).length
  return [
    '# Licences',
    '',
    'Written by `npm run check:licences -- --write`; `npm run check` fails where it is out of date. Every shipped package',
    'asks for its notice only, and `resources/licences.txt` carries the notices. Tools stay with whoever builds.',
    '',
    '## Shipped',
    '',
    row('package', 'version', 'licence'),
    row('---', '---', '---'),
    ...shipped.map((path) => row(nameOf(path), packages[path].version, packages[path].license)),
    ...fonts.map(({ name, licence }) => row(name, 'font', licence)),
    '',
    '## Tools',
    '',
    row('licence', 'packages'),
    row('---', '---'),
    ...names.map((name) => row(name, count(name))),
    '',
  ].join('\n')
}

const row = (...cells) => `| ${cells.join(' | ')} |`

/**
 * resources/licences.txt: each text once, under the names of those whose it is.
 * @param {readonly { name: string, version: string, licence: string, text: string | undefined }[]} notices
 */
export function composeNotices(notices) {
  const texts = new Map()
  for (const { name, version, licence, text } of notices) {
    const body = text?.replaceAll('\r\n', '\n').trim() || `Licensed under ${licence}.`
    texts.set(body, [...(texts.get(body) ?? []), `${name} ${version}`])
  }
  const parts = [...texts].map(([body, names]) => `${names.join('\n')}\n\n${body}\n`)
  return `The counter holds these works of others, under their licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}
