/** The version file of a release: what installers there are, who gets them, and what was taken back, signed. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Before the text that is signed, as electron/core/updates/version-file.ts reads it. */
const SIGNED_PREFIX = 'comptoir version file 1\n'
const SECOND_MS = 1_000
const ANSWER_MS = 60_000

/** Names as electron-builder.yml makes them; only what can install itself is among them. */
const shapes = [
  { system: 'win32', shape: /^Comptoir-Setup-(\d+\.\d+\.\d+)-(x64|arm64)\.exe$/ },
  { system: 'darwin', shape: /^Comptoir-(\d+\.\d+\.\d+)-(x64|arm64)\.zip$/ },
  { system: 'linux', shape: /^Comptoir-(\d+\.\d+\.\d+)-(x86_64|arm64)\.AppImage$/ },
]

/**
 * The installers in a folder, by what they are for. Throws where they are not of one version.
 * @param {string} folder
 */
export function findInstallers(folder) {
  const found = readdirSync(folder).flatMap((name) =>
    shapes.flatMap(({ system, shape }) => {
      const [, version, arch] = shape.exec(name) ?? []
      if (version === undefined) return []
      return [{ version, target: `${system}-${arch === 'x86_64' ? 'x64' : arch}`, name }]
    }),
  )
  const versions = new Set(found.map(({ version }) => version))
  if (versions.size !== 1)
    throw new Error(
      `installers of one version are needed, and there are: ${[...versions].join(', ') || 'none'}`,
    )
  const files = found.map(({ target, name }) => {
    const bytes = readFileSync(join(folder, name))
    const sha512 = createHash('sha512').update(bytes).digest('base64')
    return [target, { name, bytes: bytes.length, sha512 }]
  })
  return { latest: [...versions][0], files: Object.fromEntries(files) }
}

/**
 * What is to be signed. Its number is the time, so that it is higher each time. What an earlier file took back stays so, and a
 * version that was out before keeps its day, and its share of the machines where none is given.
 * @param {{ installers: ReturnType<typeof findInstallers>, percent: number | undefined, withdrawn: readonly string[], nowMs: number, before?: any }} release
 */
export function composeVersionFile({ installers, percent, withdrawn, before, nowMs }) {
  const isKnown = before?.latest === installers.latest
  const share = percent ?? (isKnown ? before.percent : undefined)
  if (share === undefined)
    throw new Error(`--percent is missing: how many machines take ${installers.latest}`)
  return {
    format: 1,
    number: Math.max(Math.floor(nowMs / SECOND_MS), (before?.number ?? 0) + 1),
    latest: installers.latest,
    releasedAtMs: isKnown ? before.releasedAtMs : nowMs,
    percent: share,
    withdrawn: [...new Set([...(before?.withdrawn ?? []), ...withdrawn])].sort(),
    files: installers.files,
  }
}

/**
 * @param {object} content
 * @param {string} privateKey PEM, Ed25519
 */
export function signVersionFile(content, privateKey) {
  const signed = JSON.stringify(content)
  const signature = sign(null, Buffer.from(SIGNED_PREFIX + signed), createPrivateKey(privateKey))
  return `${JSON.stringify({ signed, signatures: [signature.toString('base64')] })}\n`
}

/**
 * What a version file says; undefined where none of the keys has signed it.
 * @param {string} text
 * @param {readonly string[]} keys as resources/updates.json has them
 */
export function readSigned(text, keys) {
  try {
    const { signed, signatures } = JSON.parse(text)
    const bytes = Buffer.from(SIGNED_PREFIX + signed)
    const isOurs = keys.map(publicKeyOf).some((key) => signatures.some((one) => isSignedBy(key, bytes, one)))
    return isOurs ? JSON.parse(signed) : undefined
  } catch {
    return undefined
  }
}

const publicKeyOf = (text) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
const isSignedBy = (key, bytes, signature) => verify(null, bytes, key, Buffer.from(signature, 'base64'))

/**
 * The file of versions that counters read now; undefined where there is none yet. Throws where that cannot be known: what was
 * taken back would be forgotten.
 * @param {{ address: string, keys: readonly string[] }} source
 */
export async function readPublished({ address, keys }) {
  const url = `${address.replace(/\/+$/, '')}/version.json`
  const refuse = (why) =>
    new Error(`${url} ${why}: nothing is signed, since what was taken back is not known`)
  const { status, text } = await ask(url).catch(({ cause, message }) => {
    throw refuse(`could not be read (${cause?.code ?? cause?.message ?? message})`)
  })
  if (status === 404) return undefined
  if (status !== 200) throw refuse(`answers ${status}`)
  const content = readSigned(text, keys)
  if (content === undefined) throw refuse('is signed by no key of resources/updates.json')
  return content
}

/** Like a counter, which is sent to no other address. */
async function ask(url) {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
  return { status: answer.status, text: await answer.text() }
}

/** Of two files the newer one, with what either took back. Either may be missing. */
export function joinFiles(one, other) {
  if (one === undefined || other === undefined) return one ?? other
  const newer = one.number > other.number ? one : other
  return { ...newer, withdrawn: [...one.withdrawn, ...other.withdrawn] }
}
