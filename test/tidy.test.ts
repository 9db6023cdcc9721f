/** The project's rules that no compiler knows: who may import whom, and that nothing lies dead. */
import { describe, expect, test } from 'vitest'
import { isCode, listFiles, readSource, resolveSpecifier, specifiersIn } from './tidy/sources.ts'

const files = listFiles()
const code = files.filter(isCode)
const imports = code.map((path) => ({ path, specifiers: specifiersIn(readSource(path)) }))

/** What each layer may import from. `test` may import everything. */
const zones: readonly { readonly layer: string; readonly may: readonly string[] }[] = [
  { layer: 'shared/', may: ['shared/'] },
  { layer: 'electron/core/', may: ['shared/', 'electron/core/', 'resources/'] },
  { layer: 'electron/training/', may: ['shared/', 'electron/training/'] },
  { layer: 'electron/preload/', may: ['shared/', 'electron/preload/'] },
  {
    layer: 'electron/main/',
    may: ['shared/', 'electron/core/', 'electron/training/', 'electron/main/', 'resources/'],
  },
  { layer: 'renderer/', may: ['shared/', 'renderer/'] },
]

const layerOf = (path: string) => zones.find((zone) => path.startsWith(zone.layer))

describe('imports', () => {
  test('follow the one direction: shared ← core ← main, shared ← renderer', () => {
    const wrong = imports.flatMap(({ path, specifiers }) => {
      const zone = layerOf(path)
      if (!zone) return []
      const targets = specifiers.flatMap((specifier) => resolveSpecifier(path, specifier) ?? [])
      return targets
        .filter((target) => !zone.may.some((prefix) => target.startsWith(prefix)))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test("name 'electron' in electron/main and electron/preload only", () => {
    const named = imports.filter(({ specifiers }) => specifiers.includes('electron')).map(({ path }) => path)
    expect(named.filter((path) => !/^electron\/(main|preload)\//.test(path))).toEqual([])
    expect(named.length).toBeGreaterThan(0)
  })

  test('of built-in modules and native packages stay out of shared and the renderer', () => {
    const machine = /^(node:|electron$|undici|better-sqlite3|keytar)/
    const wrong = imports
      .filter(({ path }) => path.startsWith('shared/') || path.startsWith('renderer/'))
      .filter(({ specifiers }) => specifiers.some((specifier) => machine.test(specifier)))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('point at files that exist', () => {
    const known = new Set(files)
    const missing = imports.flatMap(({ path, specifiers }) =>
      specifiers.flatMap((specifier) => {
        const target = resolveSpecifier(path, specifier)
        return target === undefined ||
          known.has(target) ||
          !/\.\w+$/.test(target) ||
          target.startsWith('out/')
          ? []
          : [`${path}: ${specifier}`]
      }),
    )
    expect(missing).toEqual([])
  })
})

describe('files', () => {
  test('have kebab-case names', () => {
    const odd = code.filter(
      (path) => !/^(\.?[a-z0-9]+([-.][a-z0-9]+)*\/)*[a-z0-9]+([-.][a-z0-9]+)*\.\w+$/.test(path),
    )
    expect(odd).toEqual([])
  })

  test('of the product are all reached from its entry points', () => {
    const product = /^(electron|renderer|shared)\//
    const entries = [
      /^electron\/(main|preload)\/index\.ts$/,
      /^renderer\/(main|display)\.tsx$/,
      /^test\/tasks\//,
    ]
    expect(unreached(product, entries)).toEqual([])
  })

  test('of the tests are all reached from a test, a task or a process that a test starts', () => {
    const started = [
      /^test\/stand-in\/run\.ts$/,
      /-child\.ts$/,
      /\/kill-points\.ts$/,
      /^test\/bench\//,
      /\/quick-pins\.ts$/,
    ]
    const entries = [/\.(test|spec)\.ts$/, /^test\/tasks\//, /^[^/]+\.config\.ts$/, ...started]
    expect(unreached(/^test\//, entries)).toEqual([])
  })
})

/** The code files among `among` that no chain of imports reaches from a file that fits one of `entries`. */
function unreached(among: RegExp, entries: readonly RegExp[]): readonly string[] {
  const byPath = new Map(imports.map((one) => [one.path, one.specifiers]))
  const reached = new Set(code.filter((path) => entries.some((entry) => entry.test(path))))
  for (const path of reached) {
    for (const specifier of byPath.get(path) ?? []) {
      const target = resolveSpecifier(path, specifier)
      if (target !== undefined && byPath.has(target)) reached.add(target)
    }
  }
  return code.filter((path) => among.test(path) && !reached.has(path))
}

describe('the project', () => {
  test('pins every dependency to one version', () => {
    const manifest = JSON.parse(readSource('package.json'))
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
  })

  test('keeps registry addresses out of the lock file', () => {
    expect(readSource('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/registry/)
  })

  test('names no path of the machine it was made on', () => {
    const texts = files.filter((path) => /\.(ts|tsx|mjs|json|md|css|html|yml)$|^\.ci\//.test(path))
    const homes = new RegExp(['/ro' + 'ot/', '/wo' + 'rk/', '/home/[a-z]'].join('|'))
    expect(texts.filter((path) => path !== 'package-lock.json' && homes.test(readSource(path)))).toEqual([])
  })
})
