/**
 * `npm run dist [-- electron-builder's options]`: installers for this machine's system and processor.
 *
 * The checks come first, and a registry that does not say what is known against the packages is a fault; beside each installer
 * stands its parts list (sbom.mjs). It says before it begins what this machine lacks. Without a certificate the counter is packed unsigned, to be tried and
 * never handed out (`--release` refuses that). Without Electron's runtime its own part alone is packed, which shows what would
 * be in it and does not run: that ends with 1.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build.mjs'
import { commandOf, runNode } from '../child.mjs'
import { fetchElectron } from '../electron.mjs'
import { findShipped } from '../packages/shipped.mjs'
import { root } from '../setup.mjs'
import { runChecks } from './checks.mjs'
import { configOver, findMissing } from './missing.mjs'
import { makeEmptyRuntime } from './runtime.mjs'
import { askSbom, composeSbom, isInstaller, readNatives } from './sbom.mjs'

const say = (line) => process.stderr.write(`dist: ${line}\n`)
const given = process.argv.slice(2)
const isRelease = given.includes('--release')
const options = given.filter((option) => option !== '--release')

const hasRuntime = (await fetchElectron()) !== undefined
const updates = JSON.parse(readFileSync(join(root, 'resources', 'updates.json'), 'utf8'))
const missing = findMissing({ hasRuntime, platform: process.platform, env: process.env, updates })
for (const { what, so } of missing) say(`missing: ${what}; ${so}`)
if (isRelease && missing.length > 0) {
  say('a release is not packed without them')
  process.exit(1)
}

const checked = await runChecks(say)
if (checked !== 0) process.exit(checked)
await ensureBuilt(say)
const emptyRuntime = () => makeEmptyRuntime(join(root, 'out', 'empty-runtime'))
const over = configOver(missing, { emptyRuntime, env: process.env })
const config = join(root, 'out', 'electron-builder.json')
// electron-builder then writes the mark of a release, with the publisher's name, by which the counter knows that it may install
// what is newer (electron/main/updater.ts). Nothing is sent there.
const signing = isRelease
  ? { forceCodeSigning: true, publish: { provider: 'generic', url: updates.address } }
  : {}
writeFileSync(config, JSON.stringify({ extends: join(root, 'electron-builder.yml'), ...over, ...signing }))
const targets = hasRuntime ? [] : ['--linux', '--dir']
const args = ['--config', config, '--publish', 'never', ...targets, ...options]
const code = await runNode(commandOf('electron-builder'), args)
if (code === 0) writePartsLists()
if (code === 0 && !hasRuntime) say('packed into dist/ without its runtime: look at it, it does not run')
process.exitCode = code === 0 && !hasRuntime ? 1 : code

/** Of each installer that there is, and of the folder that was packed where there is none. */
function writePartsLists() {
  const dist = join(root, 'dist')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const target = { platform: process.platform, arch: process.arch }
  const known = {
    whole: askSbom(),
    packages,
    shipped: findShipped(packages),
    target,
    natives: readNatives(dist),
  }
  const installers = readdirSync(dist).filter(isInstaller)
  const packed = installers.length > 0 ? installers : [`comptoir-${target.platform}-${target.arch}`]
  for (const name of packed) {
    const bytes = installers.length > 0 ? readFileSync(join(dist, name)) : Buffer.alloc(0)
    const list = composeSbom({ ...known, installer: { name, bytes } })
    writeFileSync(join(dist, `${name}.cdx.json`), `${JSON.stringify(list, null, 2)}\n`)
  }
}
