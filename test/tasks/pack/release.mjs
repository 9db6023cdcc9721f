/**
 * `npm run release -- key FILE`: makes the key that signs versions, the private part into FILE, which stays with whoever releases,
 * the public one into resources/updates.json.
 * `npm run release -- sign FOLDER [--percent N] [--withdraw VERSION]…`: writes FOLDER/version.json for the installers in it, signed
 * with COMPTOIR_UPDATE_KEY (the private key's text). It goes on from the one that counters read now, at the address of
 * resources/updates.json, and from the one in FOLDER: what was withdrawn stays so, and the latest version goes to as many
 * machines as before unless N is given. Where either is there and not genuine, or the address does not answer, nothing is signed.
 * `npm run release -- tag NAME`: ends with 1 where a tag is not the version that package.json names: v1.2.3 for 1.2.3.
 */
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../setup.mjs'
import {
  composeVersionFile,
  findInstallers,
  joinFiles,
  readPublished,
  readSigned,
  signVersionFile,
} from './versions.mjs'

const PERCENT = 100
/** A test has one of its own. */
const sourcePath = process.env.COMPTOIR_UPDATES ?? join(root, 'resources', 'updates.json')
const say = (line) => process.stderr.write(`release: ${line}\n`)

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      percent: { type: 'string' },
      withdraw: { type: 'string', multiple: true, default: [] },
    },
  })
  const [what, path, ...more] = positionals
  const tasks = { key: makeKey, sign: signVersions, tag: checkTag }
  if (path === undefined || more.length > 0 || !Object.hasOwn(tasks, what))
    throw new Error('it takes: key FILE, or: sign FOLDER [--percent N] [--withdraw VERSION], or: tag NAME')
  await tasks[what](path, values)
} catch (fault) {
  say(fault.message)
  process.exitCode = 1
}

function checkTag(tag) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (tag !== `v${version}`)
    throw new Error(`the tag is ${tag}, and package.json says ${version}: make them one`)
}

function makeKey(file) {
  const path = resolve(file)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  const { keys, ...rest } = readSource()
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  writeFileSync(sourcePath, `${JSON.stringify({ ...rest, keys: [...keys, text] }, null, 2)}\n`)
  say(
    `the private key is in ${path}: keep it, and keep it to yourself; the public one is in resources/updates.json`,
  )
}

function readSource() {
  return JSON.parse(readFileSync(sourcePath, 'utf8'))
}

async function signVersions(named, { percent, withdraw }) {
  const folder = resolve(named)
  const { COMPTOIR_UPDATE_KEY: key } = process.env
  if (!key) throw new Error('COMPTOIR_UPDATE_KEY is missing: the private key that signs versions')
  const share = percent === undefined ? undefined : Number(percent)
  if (share !== undefined && !(share >= 0 && share <= PERCENT))
    throw new Error(`--percent takes a number from 0 to ${PERCENT}`)
  const source = readSource()
  if (source.address === null || source.keys.length === 0)
    throw new Error('resources/updates.json names no address, or no key, by which counters hear of versions')
  const target = join(folder, 'version.json')
  const before = joinFiles(readKept(target, source), await readPublished(source))
  const installers = findInstallers(folder)
  const content = composeVersionFile({
    ...{ installers, percent: share, withdrawn: withdraw, before, nowMs: Date.now() },
  })
  writeFileSync(target, signVersionFile(content, key))
  say(before ? `goes on from number ${before.number}` : 'this is the first: nothing was published before')
  say(`${content.latest} for ${Object.keys(content.files).join(', ')}, ${content.percent} of 100 machines`)
}

function readKept(path, { keys }) {
  if (!existsSync(path)) return undefined
  const content = readSigned(readFileSync(path, 'utf8'), keys)
  if (content === undefined)
    throw new Error(`${path} is signed by no key of resources/updates.json: remove it`)
  return content
}
