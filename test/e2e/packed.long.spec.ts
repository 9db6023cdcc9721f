/**
 * The counter as it is packed: what electron-builder puts into its archive, opened as packaged. The runtime beside it is an
 * empty one, so that this needs no download; what the runtime does with the archive is for a real PC.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { commandOf } from '../tasks/child.mjs'
import { makeEmptyRuntime } from '../tasks/pack/runtime.mjs'
import { findNode, root } from '../tasks/setup.mjs'
import { expect, test } from './support/counter.ts'
import { expectOutcome, practice, saleRows, savePdf, sellByKeyboard, waitUntilOpen } from './support/till.ts'

const MB = 1_000_000
const listing = join(root, 'test/e2e/support/packed-files.txt')

test.skip(process.platform !== 'linux', 'the empty runtime is one of Linux')

/** Packs into a folder; answers what electron-builder lays out for an installer. */
function pack(folder: string): string {
  const config = join(folder, 'builder.json')
  const over = {
    extends: join(root, 'electron-builder.yml'),
    directories: { output: join(folder, 'dist') },
    electronDist: makeEmptyRuntime(join(folder, 'runtime')),
    electronFuses: null,
  }
  writeFileSync(config, JSON.stringify(over))
  const args = [commandOf('electron-builder'), '--config', config, '--linux', '--dir', '--publish', 'never']
  const { status, stdout, stderr } = spawnSync(findNode(), args, { cwd: root, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return join(folder, 'dist', process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)))

/** Of many files in a folder their number says enough: what comes in or is left out changes it. */
function describeFiles(packed: string): string {
  const unpacked = 'resources/app.asar.unpacked'
  const beside = filesIn(packed).filter((path) => path !== 'resources/app.asar')
  const archived = listPackage(join(packed, 'resources/app.asar'), { isPack: false })
    .map((path) => path.slice(1))
    .filter((path, _at, all) => !all.some((other) => other.startsWith(`${path}/`)))
  const counts = Map.groupBy(archived, dirname)
  const inside = [...counts].map(([folder, { length }]) => `app.asar/${folder}  ${length}`)
  return [...beside.map((path) => path.replace(unpacked, 'unpacked')), ...inside]
    .map((line) => line.replaceAll(process.arch, 'ARCH'))
    .sort()
    .join('\n')
    .concat('\n')
}

test('has the decided fuses, opens as packaged, sells, saves a PDF and ends with 0', async ({
  workFolder,
  openCounter,
}) => {
  const packed = pack(workFolder)
  const found = describeFiles(packed)
  if (process.env['COMPTOIR_WRITE_LISTING']) writeFileSync(listing, found)
  expect(found).toBe(readFileSync(listing, 'utf8'))
  const sizes = filesIn(join(packed, 'resources')).map(
    (path) => statSync(join(packed, 'resources', path)).size,
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50 * MB)

  const app = join(workFolder, 'app')
  extractAll(join(packed, 'resources/app.asar'), app)
  // Read only where a version is installed, which no test of the packed counter does.
  const readUpdater = "process.exit('AppImageUpdater' in (await import('electron-updater')) ? 0 : 1)"
  const read = spawnSync(findNode(), ['--input-type=module', '-e', readUpdater], {
    cwd: app,
    encoding: 'utf8',
  })
  expect(read.status, read.stderr).toBe(0)
  const home = join(workFolder, 'home')
  const env = {
    COMPTOIR_STAND_IN_APP: app,
    XDG_CONFIG_HOME: home,
    // A packaged counter takes nothing of these.
    COMPTOIR_CLOCK_SPEED: 'nonsense',
    COMPTOIR_DATA_DIR: join(workFolder, 'elsewhere'),
  }
  const { page, quit, saveDir } = await openCounter({ env })
  await waitUntilOpen(page)
  await sellByKeyboard(page, practice.delivered)
  await expectOutcome(page, 'fulfilled')
  await page.keyboard.press('Enter')
  await saleRows(page, 'today').press('Enter')
  await savePdf(page)
  const [pdf = ''] = readdirSync(saveDir).filter((name) => name.endsWith('.pdf'))
  expect(readFileSync(join(saveDir, pdf)).toString('latin1')).toMatch(/^%PDF-/)
  expect(await quit()).toBe(0)

  const run = (...args: readonly string[]) => {
    const own = [join(root, 'test/stand-in/run.ts'), '--headless', ...args]
    const options = { cwd: workFolder, encoding: 'utf8' as const, env: { ...process.env, ...env } }
    const { status, stdout } = spawnSync(findNode(), own, options)
    return { status, stdout }
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(run('--version')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Comptoir ${version} (`),
  })
  expect(run('--export', 'journal', 'day.jsonl')).toMatchObject({ status: 0 })
  expect(run('--verify-journal', 'day.jsonl')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ok: /),
  })
  const program = join(workFolder, 'comptoir')
  const started = `exec '${findNode()}' '${join(root, 'test/stand-in/run.ts')}' --headless "$@"`
  writeFileSync(program, `#!/bin/sh\n${started}\n`, { mode: 0o755 })
  const smoke = [join(root, 'test/tasks/pack/installed-smoke.mjs'), program]
  const smoked = spawnSync(findNode(), smoke, { encoding: 'utf8', env: { ...process.env, ...env } })
  expect(smoked.status, smoked.stdout + smoked.stderr).toBe(0)
  expect(run('--reset-training')).toMatchObject({ status: 0 })
  expect(run('--export', 'csv', 'day.csv')).toMatchObject({ status: 1 })
  expect(run('--verify-journal')).toMatchObject({ status: 2 })
  expect(run('--inspect', '--version')).toMatchObject({
    status: 2,
    stdout: expect.stringContaining('--inspect'),
  })
  expect(run('--verison')).toMatchObject({ status: 2 })
  expect(existsSync(join(workFolder, 'elsewhere'))).toBe(false)
  expect(existsSync(join(home, 'comptoir', 'journal'))).toBe(true)
})
