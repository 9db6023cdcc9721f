/**
 * Which members and events of Electron the shell uses, by the compiler's own judgement of its sources: `Class.member`, and
 * `Class#event` for one that is listened to.
 */
import { join } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import {
  isBindingElement,
  isCallExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Symbol as DeclaredSymbol } from 'typescript/unstable/sync'
import { listFiles, root } from '../sources.ts'

const listening = new Set(['on', 'once', 'off'])

/** What electron.d.ts adds to Node's own declarations, and types without a name. */
const notOfElectron = new Set(['Process', '__type'])

/** One `receiver.name`, and the event's name where it is a call that listens to one. */
interface Access {
  readonly name: Node
  readonly event: string | undefined
}

/** One `name` in `{ name } = receiver`, and where that pattern stands. */
interface Taken {
  readonly name: string
  readonly pattern: Node
}

export function usesOfElectron(): readonly string[] {
  const api = new API({ cwd: root })
  try {
    const project = api
      .updateSnapshot({ openProjects: [join(root, 'electron/tsconfig.json')] })
      .getProjects()[0]
    if (!project) throw new Error('the sources of electron/ have no project')
    const shell = listFiles().filter((path) => /^electron\/(main|preload)\/.*\.ts$/.test(path))
    const uses = shell.flatMap((path) => {
      const file = project.program.getSourceFile(join(root, path))
      if (!file) throw new Error(`${path} is not compiled`)
      const { accesses, taken } = lookThrough(file)
      const symbols = project.checker.getSymbolAtLocation(accesses.map(({ name }) => name))
      return [
        ...accesses.flatMap(({ event }, place) => useOf(symbols[place], event)),
        ...symbolsOf(taken, project.checker).flatMap((symbol) => useOf(symbol)),
      ]
    })
    return [...new Set(uses)].sort()
  } finally {
    api.close()
  }
}

function useOf(symbol: DeclaredSymbol | undefined, event?: string): readonly string[] {
  const isElectrons = symbol?.declarations.some(({ path: where }) => where.endsWith('/electron.d.ts'))
  const owner = isElectrons ? symbol?.getParent()?.name : undefined
  if (symbol === undefined || owner === undefined || notOfElectron.has(owner)) return []
  return event === undefined ? [`${owner}.${symbol.name}`] : [`${owner}#${event}`]
}

function symbolsOf(taken: readonly Taken[], checker: Checker): readonly (DeclaredSymbol | undefined)[] {
  const types = checker.getTypeAtLocation(taken.map(({ pattern }) => pattern))
  return taken.map(({ name }, place) => {
    const type = types[place]
    return type && checker.getPropertyOfType(type, name)
  })
}

function lookThrough(file: Node): { readonly accesses: readonly Access[]; readonly taken: readonly Taken[] } {
  const accesses: Access[] = []
  const taken: Taken[] = []
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node)) accesses.push({ name: node.name, event: eventOf(node) })
    taken.push(...takenBy(node))
    node.forEachChild((child) => {
      visit(child)
      return undefined
    })
  }
  visit(file)
  return { accesses, taken }
}

function takenBy(pattern: Node): readonly Taken[] {
  if (!isObjectBindingPattern(pattern)) return []
  return pattern.elements.flatMap((element) => {
    const name = isBindingElement(element) ? (element.propertyName ?? element.name) : undefined
    return name && isIdentifier(name) ? [{ name: name.text, pattern }] : []
  })
}

function eventOf(access: Node & { readonly name: { readonly text: string } }): string | undefined {
  const call = access.parent
  if (!isCallExpression(call) || !listening.has(access.name.text)) return undefined
  const [first] = call.arguments
  return first && isStringLiteral(first) ? first.text : undefined
}
