/** What electron.d.ts declares of a member or an event: that it is there, on which systems, and whether it is to go. */

export interface Declared {
  readonly isDeprecated: boolean
  /** As Electron writes them; empty for all. */
  readonly systems: readonly string[]
}

const classLine = /^ {2}(?:class|interface) (\w+)(?: extends ([\w.]+))?/
const memberLine = /^ {4}(?:static |readonly )*(\w+)\??(?:[(<:])/
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
      if (parent !== undefined) parents.set(name, parent)
    } else if (/^ {4}\/\*\*/.test(line)) comment = [line]
    else if (/^ {5}\*/.test(line)) comment = [...comment, line]
    else {
      const [, event] = eventLine.exec(line) ?? []
      const [, member] = memberLine.exec(line) ?? []
      const use = event === undefined ? member && `${owner}.${member}` : `${owner}#${event}`
      if (use !== undefined) known.set(use, joined(known.get(use), declaredBy(comment)))
      // Every event is a declaration of `on` as well, which says nothing of `on` itself.
      if (event !== undefined) known.set(`${owner}.on`, { isDeprecated: false, systems: [] })
      comment = []
    }
  }
  return function find(use): Declared | undefined {
    const [, from = '', rest = ''] = /^(\w+)([.#].+)$/.exec(use) ?? []
    const parent = parents.get(from)
    return known.get(use) ?? (parent === undefined ? undefined : find(`${parent}${rest}`))
  }
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
