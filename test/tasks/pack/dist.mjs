/**
 * `npm run dist [-- electron-builder's options]`: installers for this machine's system and processor.
 *
 * It says before it begins what this machine lacks. Without a certificate the counter is packed unsigned, to be tried and
 * never handed out (`--release` refuses that). Without Electron's runtime its own part alone is packed, which shows what would
 * be in it and does not run: that ends with 1.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build.mjs'
import { commandOf, runNode } from '../child.mjs'
import { fetchElectron } from '../electron.mjs'
import { root } from '../setup.mjs'
import { configOver, findMissing } from './missing.mjs'
import { makeEmptyRuntime } from './runtime.mjs'

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
if (code === 0 && !hasRuntime) say('packed into dist/ without its runtime: look at it, it does not run')
process.exitCode = code === 0 && !hasRuntime ? 1 : code
