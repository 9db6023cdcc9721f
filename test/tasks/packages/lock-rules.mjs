/**
 * What the lock file and package.json may say: the rules alone, without a network and without an installed package.
 *
 * Invariant: every package is the one whose bytes were read when it was chosen. It comes from the registry by its name
 * and version alone, and it runs a script at its installation only where package.json names it.
 */

/** A package of ours at run time exists once: a second major of it would be a second set of rules. */
const single = ['better-sqlite3', 'keytar', 'undici', 'zod']

/** Their scripts fetch or compile what they need on every platform; what others might fetch is not looked into. */
const reviewedScripts = ['keytar']

/** Where the counter is built and sold. */
const platforms = ['win32', 'darwin', 'linux'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

const exactVersion = /^\d+\.\d+\.\d+$/
/** Anything but a range of versions: an address, a path, another package's name, a place at a forge. */
const elsewhere = /[:/]|\.git\b/
const dependencyKinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * What is wrong, one sentence each; empty where nothing is.
 * @param {{ lockText: string, manifest: any }} files package-lock.json as text, package.json as read
 * @returns {readonly string[]}
 */
export function findLockFaults({ lockText, manifest }) {
  const { packages, lockfileVersion } = JSON.parse(lockText)
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  return [
    ...(lockfileVersion === 3 ? [] : [`package-lock.json is of version ${lockfileVersion}, not 3`]),
    ...findLoosePins(manifest),
    ...findDrift(manifest, packages['']),
    ...installed.flatMap(([path, entry]) =>
      findEntryFaults(nameOf(path), entry, manifest.allowScripts ?? {}),
    ),
    ...findForeignSources(packages),
    ...findSecondMajors(installed),
    ...findMissingPlatforms(packages),
  ]
}

/**
 * What is wrong with the packages of the tasks' own Node, which set-up takes where the machine's is older.
 * @param {{ lockText: string, manifest: any }} files
 */
export function findNodeFaults({ lockText, manifest }) {
  const { packages } = JSON.parse(lockText)
  const installed = Object.entries(packages).filter(([path]) => path !== '')
  return [
    ...findLoosePins(manifest),
    ...findDrift(manifest, packages['']),
    ...installed.flatMap(([path, entry]) => findEntryFaults(nameOf(path), entry, {})),
  ]
}

/** The package's name, from its place in the tree. */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function findLoosePins(manifest) {
  const wanted = dependencyKinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}))
  return wanted
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `package.json asks for ${name} ${version}, which is not one version`)
}

/** The lock file's own copy of what package.json asks for. */
function findDrift(manifest, locked = {}) {
  const same = (kind) => JSON.stringify(manifest[kind] ?? {}) === JSON.stringify(locked[kind] ?? {})
  return dependencyKinds
    .filter((kind) => !same(kind))
    .map((kind) => `package-lock.json was not made from package.json: its ${kind} differ`)
}

function findEntryFaults(name, entry, allowScripts) {
  const faults = []
  if (entry.link) faults.push(`${name} is a link to a folder`)
  if (entry.resolved) faults.push(`${name} names the address that it came from`)
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
    faults.push(`${name} has no sha512 integrity`)
  if (!entry.version) faults.push(`${name} has no version`)
  if (entry.hasInstallScript && !(name in allowScripts)) {
    faults.push(`${name} runs a script at its installation, and allowScripts does not name it`)
  }
  if (entry.hasInstallScript && allowScripts[name] === true && !reviewedScripts.includes(name)) {
    faults.push(`${name} may run its script at its installation, and nobody knows what that needs`)
  }
  return faults
}

function findForeignSources(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    dependencyKinds.flatMap((kind) =>
      Object.entries(entry[kind] ?? {})
        .filter(([, wanted]) => elsewhere.test(wanted))
        .map(([name, wanted]) => `${nameOf(path) || 'package.json'} takes ${name} from ${wanted}`),
    ),
  )
}

/**
 * A package that has a part for each platform has one for each of ours, and one without parts is for all of them: `npm ci`
 * says nothing of a part that is missing, and the package does not load.
 */
function findMissingPlatforms(packages) {
  const names = platforms.map(({ os, cpu }) => `${os} ${cpu}`)
  const listed = (allowed, value) => allowed === undefined || [allowed].flat().includes(value)
  const fits = (entry, { os, cpu }) =>
    listed(entry.os, os) && listed(entry.cpu, cpu) && (os !== 'linux' || listed(entry.libc, 'glibc'))
  const missing = (entries) =>
    platforms.flatMap((one, at) => (entries.some((entry) => fits(entry, one)) ? [] : [names[at]]))
  return Object.entries(packages).flatMap(([path, entry]) => {
    const parts = Object.keys(entry.optionalDependencies ?? {}).map(
      (part) => packages[resolve(packages, path, part)],
    )
    const native = parts.filter((part) => part?.cpu !== undefined)
    const without = native.length > 0 ? missing(native) : entry.optional ? [] : missing([entry])
    return without.map((platform) => `${nameOf(path) || 'package.json'} has nothing for ${platform}`)
  })
}

/** Where Node finds a package that another one asks for: beside it, then in each folder above it; undefined for nowhere. */
export function resolve(packages, from, name) {
  let folder = from
  while (folder !== '') {
    const path = `${folder}/node_modules/${name}`
    if (path in packages) return path
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : ''
  }
  return `node_modules/${name}` in packages ? `node_modules/${name}` : undefined
}

/** Tools may bring their own; what is shipped may not. */
function findSecondMajors(installed) {
  const shipped = installed.filter(([, entry]) => !entry.dev && !entry.devOptional)
  return single.flatMap((name) => {
    const versions = shipped.filter(([path]) => nameOf(path) === name).map(([, entry]) => entry.version)
    const majors = new Set(versions.map((version) => version.split('.')[0]))
    return majors.size > 1 ? [`${name} is shipped in more than one major: ${versions.join(', ')}`] : []
  })
}
