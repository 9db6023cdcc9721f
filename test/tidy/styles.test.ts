/** The renderer's styles: one module beside each component, every class in one of them alone, and none that nothing uses. */
import { describe, expect, test } from 'vitest'
import { listFiles, readSource, resolveSpecifier } from './sources.ts'

const files = listFiles().filter((path) => path.startsWith('renderer/'))
const sheets = files.filter((path) => path.endsWith('.css'))
const modules = sheets.filter((path) => path.endsWith('.module.css'))

const globalSheets = ['base', 'layout', 'phases', 'tokens'].map((name) => `renderer/styles/${name}.css`)
/** The classes of base.css, which any component may have. */
const utilities = ['amount', 'ltr', 'visually-hidden']

const textOf = (path: string): string => readSource(path).replace(/\/\*.*?\*\//gs, '')
const selectorsOf = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))

const classNamesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted()

const foreign = /:global\(([^)]*)\)/g
const ownIn = (path: string): readonly string[] =>
  unique(selectorsOf(path).flatMap((selector) => classNamesIn(selector.replace(foreign, ''))))
const foreignIn = (path: string): readonly string[] =>
  unique(
    selectorsOf(path).flatMap((selector) =>
      [...selector.matchAll(foreign)].flatMap(([, inside = '']) => classNamesIn(inside)),
    ),
  )

const owned = new Map(modules.map((path) => [path, ownIn(path)]))
const everyOwned = [...owned.values()].flat()

/** What the components take of the modules: the component, the module, the class. */
const taken = files
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) => {
    const source = readSource(path)
    return [...source.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].flatMap(
      ([, variable = '', specifier = '']) => {
        const module = resolveSpecifier(path, specifier) ?? ''
        const names = [...source.matchAll(new RegExp(`\\b${variable}\\['([^']+)'\\]`, 'g'))]
        const others = source.match(new RegExp(`\\b${variable}\\b(?!\\['| from )`, 'g')) ?? []
        return [
          ...names.map(([, name = '']) => ({ path, module, name })),
          ...others.map(() => ({ path, module, name: '(not a name in quotes)' })),
        ]
      },
    )
  })

describe('styles', () => {
  test('are the modules of components, but for the page, its elements and its tokens', () => {
    expect(sheets.filter((path) => !path.endsWith('.module.css'))).toEqual(globalSheets)
    expect(unique(classNamesIn(selectorsOf('renderer/styles/base.css').join('\n')))).toEqual(utilities)
  })

  test('have each class in one module alone', () => {
    expect(everyOwned.filter((name, place) => everyOwned.indexOf(name) !== place)).toEqual([])
    expect(everyOwned.filter((name) => utilities.includes(name))).toEqual([])
  })

  test('name the class of another module as one of the page, and only where there is such a class', () => {
    const unknown = modules.flatMap((path) =>
      foreignIn(path)
        .filter((name) => owned.get(path)?.includes(name) || ![...everyOwned, ...utilities].includes(name))
        .map((name) => `${path}: ${name}`),
    )
    const ofPage = classNamesIn(selectorsOf('renderer/styles/layout.css').join('\n'))
    expect([...unknown, ...ofPage.filter((name) => !everyOwned.includes(name))]).toEqual([])
  })

  test('use container queries for room; media queries are for the page and a person’s preferences', () => {
    expect(
      modules.filter(
        (path) =>
          /@media(?! \(prefers-)/.test(textOf(path)) || /(?<![\w.-])(?:html|body)\b/.test(textOf(path)),
      ),
    ).toEqual([])
  })

  test('have every class that a component takes, and no other', () => {
    const missing = taken.filter(({ module, name }) => !owned.get(module)?.includes(name))
    const unused = modules.flatMap((path) =>
      (owned.get(path) ?? [])
        .filter((own) => !taken.some(({ module, name }) => module === path && name === own))
        .map((name) => `${path}: ${name}`),
    )
    expect({ missing, unused }).toEqual({ missing: [], unused: [] })
  })

  test('are taken from modules: a class written out is one that any component may have', () => {
    const written = files
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) =>
        [...readSource(path).matchAll(/\bclassName(?:=|: |s\(| = )\{?["'`]([^"'`]*)["'`]/g)]
          .flatMap(([, names = '']) => names.split(' '))
          .filter((name) => !utilities.includes(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(written).toEqual([])
  })
})
