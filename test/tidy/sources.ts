/** The tree as the tidy tests see it: every tracked or new source file, its lines, and what it imports, resolved. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file that git tracks or would track, by its path from the root. */
export function listFiles(): readonly string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], options)
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
}

export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8')

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|css)$/.test(path) && !path.endsWith('.d.ts')

const importForms = [
  /\bfrom\s+'([^']+)'/g,
  /\bimport\s+'([^']+)'/g,
  /\bimport\(\s*'([^']+)'\s*\)/g,
  /\bnew URL\(\s*'([^']+)',\s*import\.meta\.url\)/g,
  /@import\s+(?:url\()?["']([^"']+)["']/g,
]

const packageImports: Readonly<Record<string, string>> = JSON.parse(readSource('package.json')).imports

/** The specifiers that a file's text imports, as written. */
export function specifiersIn(text: string): readonly string[] {
  return importForms.flatMap((form) => [...text.matchAll(form)].map((match) => match[1] ?? ''))
}

/** The tree's own file behind a specifier, or undefined for a package. */
export function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replace(/\?.*$/, '')
  const zone = Object.keys(packageImports).find((key) => specifier.startsWith(key.slice(0, -1)))
  if (zone === undefined) return undefined
  const target = packageImports[zone] ?? ''
  return normalize(target.replace('*', specifier.slice(zone.length - 1)))
}
