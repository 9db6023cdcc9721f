/** What electron.d.ts declares of a member or an event: that it is there, on which systems, and whether it is to go. */

export interface Declared {
  readonly isDeprecated: boolean
  /** As Electron writes them; empty for all. */
  readonly systems: readonly string[]
}

const classLine = /^ {2}(?:class|interface) (\w+)(?: extends ([\w.]+))?/
const memberLine = /^ {4}(?:static |readonly )*(\w+)\??(?:[(<:])/
const commentLine = /^ {4}(?:\/\*\*| \*)/
const eventLine = /^ {4}on\(event: '([^']+)'/

/** By `Class.member` and `Class#event`. A member that is declared twice is deprecated where each declaration is. */
export function readDeclarations(text: string): (use: string) => Declared | undefined {
  const known = new Map<string, Declared>()
  const parents = new Map<string, string>()
  let owner = ''
  let comment: readonly string[] = []
  for (const line of text.split('\n')) {
    const [, name, parent] = classLine.exec(line) ?? []
    if (name !== undefined) {
      owner = name
      parents.set(name, parent ?? '')
    } else if (commentLine.test(line)) comment = [...comment, line]
    else {
      for (const use of usesDeclaredBy(line, owner))
        known.set(use, joined(known.get(use), declaredBy(use.endsWith('.on') ? [] : comment)))
      comment = []
    }
  }
  return function find(use): Declared | undefined {
    const [, from = '', rest = ''] = /^(\w+)([.#].+)$/.exec(use) ?? []
    const parent = parents.get(from) ?? ''
    return known.get(use) ?? (parent === '' ? undefined : find(`${parent}${rest}`))
  }
}

/** Every event is a declaration of `on` as well, whose comment says nothing of `on` itself. */
function usesDeclaredBy(line: string, owner: string): readonly string[] {
  const [, event] = eventLine.exec(line) ?? []
  if (event !== undefined) return [`${owner}#${event}`, `${owner}.on`]
  const [, member] = memberLine.exec(line) ?? []
  return member === undefined ? [] : [`${owner}.${member}`]
}

const declaredBy = (comment: readonly string[]): Declared => {
  const [, systems = ''] = /@platform ([\w,]+)/.exec(comment.join('\n')) ?? []
  return {
    isDeprecated: comment.some((line) => line.includes('@deprecated')),
    systems: systems === '' ? [] : systems.split(','),
  }
}

const joined = (one: Declared | undefined, other: Declared): Declared =>
  one === undefined
    ? other
    : {
        isDeprecated: one.isDeprecated && other.isDeprecated,
        systems: one.systems.length === 0 ? [] : other.systems,
      }
