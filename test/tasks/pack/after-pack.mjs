/**
 * electron-builder's hook: stops where a native module is not for the system and processor that are packed for, or nobody knows
 * where it is from, or a licence lacks.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../setup.mjs'
import { targetsOf } from './native-target.mjs'
import { findUnproven, readNatives } from './sbom.mjs'

/** electron-builder's numbers for processors. */
const arches = new Map([
  [1, 'x64'],
  [3, 'arm64'],
])

/**
 * The native modules under a folder that do not serve the target, one sentence each.
 * @param {string} folder
 * @param {{ platform: string, arch: string }} target
 */
export function findForeignModules(folder, { platform, arch }) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const modules = files
    .filter((file) => file.isFile() && file.name.endsWith('.node'))
    .map((file) => join(file.parentPath, file.name))
  if (modules.length === 0) return ['no native module was packed']
  const serves = (path) =>
    targetsOf(readFileSync(path)).some((one) => one.platform === platform && one.arch === arch)
  return modules
    .filter((path) => !serves(path))
    .map((path) => `${relative(folder, path)} is not for ${platform} ${arch}`)
}

/**
 * The licences that have to leave with a program and are not in its folder, one sentence each: on a Mac within the program, since
 * nothing beside it is installed.
 * @param {string} folder
 * @param {string} platform
 */
export function findMissingLicences(folder, platform) {
  const within = platform === 'darwin' ? /\.app[\\/]Contents[\\/]/ : /./
  const files = readdirSync(folder, { recursive: true }).map(String)
  return ['licences.txt', 'LICENSES.chromium.html']
    .filter((name) => !files.some((path) => path.endsWith(name) && within.test(path)))
    .map((name) => `${name} is not in the program`)
}

function readOrNothing(path) {
  try {
    return readFileSync(join(root, path))
  } catch {
    return undefined
  }
}

export default async function afterPack({ appOutDir, electronPlatformName, arch }) {
  const unlicensed = findMissingLicences(appOutDir, electronPlatformName)
  if (unlicensed.length > 0) throw new Error(unlicensed.join('; '))
  const target = { platform: electronPlatformName, arch: arches.get(arch) ?? String(arch) }
  const foreign = findForeignModules(appOutDir, target)
  if (foreign.length > 0)
    throw new Error(`${foreign.join('; ')}: pack on a machine of that system and processor`)
  const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const unproven = findUnproven(readNatives(appOutDir), {
    ...{ packages: read('package-lock.json').packages, allowScripts: read('package.json').allowScripts },
    readInstalled: readOrNothing,
  })
  if (unproven.length > 0) throw new Error(`${unproven.join('; ')}: npm run setup builds it`)
}
