/**
 * Which packages leave with the counter: what `dependencies` brings, what the bundles take in, and Electron itself. All
 * other packages are tools of this project.
 */
import { nameOf, resolve } from './lock-rules.mjs'

/** What the window's bundle takes in; a test holds this list against what the renderer imports. */
export const bundled = [
  '@tanstack/react-virtual',
  ...['intl-messageformat', 'react', 'react-aria-components', 'react-dom', 'uqr', 'zustand'],
]
/** Its runtime is the counter's program; the packages that its own installer needs are not. */
const runtime = ['electron']

/**
 * The shipped packages' places in the lock file, in the order of the alphabet.
 * @returns {readonly string[]}
 */
export function findShipped(packages) {
  const found = new Set(Object.keys(packages).filter((path) => path !== '' && isProduction(packages[path])))
  const bundledPaths = bundled.map((name) => `node_modules/${name}`)
  for (const path of bundledPaths) found.add(path)
  for (const path of found) {
    if (packages[path] === undefined) continue
    for (const name of namesIn(packages[path])) {
      const target = resolve(packages, path, name)
      if (target !== undefined) found.add(target)
    }
  }
  for (const name of runtime) found.add(`node_modules/${name}`)
  return [...found]
    .filter((path) => path in packages)
    .sort((a, b) => compare(nameOf(a), nameOf(b)) || compare(a, b))
}

/** The same order on every machine, whatever its language. */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

const isProduction = (entry) => !entry.dev && !entry.devOptional
const namesIn = (entry) => Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
