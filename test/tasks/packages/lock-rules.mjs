/**
 * What the lock file and package.json may say: the rules alone, without a network and without an installed package.
 *
 * Invariant: every package is the one whose bytes were read when it was chosen. It comes from the registry by its name
 * and version alone, and it runs a script at its installation only where package.json names it.
 */

/** A package of ours at run time exists once: a second major of it would be a second set of rules. */
const single = ['better-sqlite3', 'keytar', 'undici', 'zod']

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

/** Tools may bring their own; what is shipped may not. */
function findSecondMajors(installed) {
  const shipped = installed.filter(([, entry]) => !entry.dev && !entry.devOptional)
  return single.flatMap((name) => {
    const versions = shipped.filter(([path]) => nameOf(path) === name).map(([, entry]) => entry.version)
    const majors = new Set(versions.map((version) => version.split('.')[0]))
    return majors.size > 1 ? [`${name} is shipped in more than one major: ${versions.join(', ')}`] : []
  })
}
