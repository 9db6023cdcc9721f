/** The specification as data: its sections by their headings, each with its text and its tables. Reads Markdown, no more. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Row = Readonly<Record<string, string>>

export interface Section {
  /** The headings that lead here, the document's own title left out. */
  readonly path: readonly string[]
  readonly text: string
  readonly tables: readonly (readonly Row[])[]
}

/** service-api.md as it was handed over, copied here so that the tests need nothing beside the tree. */
export const readSpecification = (): string => readDocument('service-api.md')

/** What public practice adds where the specification says "not shown". */
export const readBeyond = (): string => readDocument('beyond-the-document.md')

const readDocument = (name: string): string =>
  readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')

/** Cuts a document at its headings; a section's text ends where the next heading of any level begins. */
export function readSections(markdown: string): readonly Section[] {
  const parts = markdown.split(/^(?=#{1,6} )/m)
  let path: readonly string[] = []
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(heading) ?? []
    path = marks.length < 2 ? [] : [...path.slice(0, marks.length - 2), title]
    return { path, text: lines.join('\n').trim(), tables: readTables(lines) }
  })
}

/** The one section whose headings end so. Throws where there is none, or more than one. */
export function sectionAt(markdown: string, ...headings: readonly string[]): Section {
  const found = readSections(markdown).filter(
    ({ path }) =>
      path.length >= headings.length && path.slice(-headings.length).join('\n') === headings.join('\n'),
  )
  const [section, ...more] = found
  if (section === undefined || more.length > 0) {
    throw new Error(`${found.length} sections under ${headings.join(' / ')}`)
  }
  return section
}

/** The rows of a section's table, the first where nothing else is said. Throws where there is none. */
export function tableAt(section: Section, index = 0): readonly Row[] {
  const table = section.tables[index]
  if (table === undefined) throw new Error(`no table ${index} under ${section.path.join(' / ')}`)
  return table
}

function readTables(lines: readonly string[]): readonly (readonly Row[])[] {
  const blocks = lines.join('\n').match(/(?:^\|.*\n?)+/gm) ?? []
  return blocks.map((block) => {
    const [header = [], , ...rows] = block.trim().split('\n').map(cellsOf)
    return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
  })
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
