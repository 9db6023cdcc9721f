/**
 * What a packed counter is made of: the parts list beside each installer (CycloneDX), as npm composes it from the lock file, cut to
 * what leaves with the counter for one system and processor; and where each native module in it is from.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nameOf } from '../packages/lock-rules.mjs'
import { root } from '../setup.mjs'

/** @typedef {{ name: string, version: string, hashes?: readonly { alg: string, content: string }[] }} Component */

/** What electron-builder.yml makes to be handed out. */
export const isInstaller = (name) => /\.(exe|dmg|zip|deb|AppImage)$/.test(name)

/** npm's own parts list of the lock file: what runs, what bundles take in, and every tool. Throws where npm makes none. */
export function askSbom() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, shell: npm.endsWith('.cmd') }
  return JSON.parse(spawnSync(npm, args, options).stdout)
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const isFor = (asked, own) => asked === undefined || asked.includes(own)

/**
 * The parts list of one installer. Throws where npm's list lacks a shipped package, or does not know its bytes.
 * @param {{ whole: any, packages: Record<string, any>, shipped: readonly string[], target: { platform: string, arch: string }, installer: { name: string, bytes: Buffer }, natives: readonly { path: string, bytes: Buffer }[] }} parts
 * `whole`: npm's list of everything; `shipped`: places in the lock file; `natives`: the packed native modules
 */
export function composeSbom({ whole, packages, shipped, target, installer, natives }) {
  const wanted = shipped.filter((path) => {
    const { os, cpu } = packages[path]
    return isFor(os, target.platform) && isFor(cpu, target.arch)
  })
  const components = wanted.map((path) => {
    const [name, { version }] = [nameOf(path), packages[path]]
    const found = whole.components.find((one) => one.name === name && one.version === version)
    if (!found?.hashes?.length) throw new Error(`npm's list has no ${name} ${version} with its hash`)
    return found
  })
  const files = natives.map(({ path, bytes }) => ({
    ...{ type: 'file', 'bom-ref': path, name: path },
    hashes: [{ alg: 'SHA-256', content: sha256(bytes) }],
  }))
  const refs = new Set(components.map((one) => one['bom-ref']))
  const { component } = whole.metadata
  return {
    ...whole,
    metadata: {
      ...whole.metadata,
      component: {
        ...component,
        ...{ type: 'application', name: installer.name },
        hashes: [{ alg: 'SHA-256', content: sha256(installer.bytes) }],
      },
    },
    components: [...components, ...files],
    dependencies: whole.dependencies
      .filter(({ ref }) => refs.has(ref) || ref === component['bom-ref'])
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
}

/** @returns {readonly { path: string, bytes: Buffer }[]} the native modules under a folder */
export const readNatives = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.node'))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({
      path: relative(folder, path)
        .replaceAll('\\', '/')
        .replace(/^.*?(?=node_modules\/)/, ''),
      bytes: readFileSync(path),
    }))

/**
 * The native modules of which nobody knows the source, one sentence each. A file of a package that ran no script is the one that
 * npm held against the lock file's hash; of a package that may run one, node-gyp says in `build/config.gypi` that it was built here.
 * @param {readonly { path: string, bytes: Buffer }[]} natives
 * @param {{ packages: Record<string, any>, allowScripts: Record<string, boolean>, readInstalled: (path: string) => Buffer | undefined }} known
 */
export function findUnproven(natives, { packages, allowScripts, readInstalled }) {
  return natives.flatMap(({ path, bytes }) => {
    const name = packageOf(path)
    const at = `node_modules/${name}`
    const isSame = readInstalled(path)?.equals(bytes) === true
    if (!isSame) return [`${path} is not the file that was installed`]
    if (packages[at]?.integrity === undefined) return [`${path} is of no package of the lock file`]
    const ranScript = packages[at].hasInstallScript && allowScripts[name]
    const isBuiltHere = readInstalled(`${at}/build/config.gypi`) !== undefined
    return ranScript && !isBuiltHere ? [`${path} was fetched by a script, and not built here`] : []
  })
}

/** The name of the package that a place in the tree belongs to. */
const packageOf = (path) => /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''
