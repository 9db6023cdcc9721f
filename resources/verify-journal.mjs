/**
 * `npm run --silent verify-journal -- FILE [PUBLIC-KEY]`: checks an exported journal by nothing but its own bytes, and a signed
 * archive by its bytes and the shop's public key (64 hexadecimal digits, or a file that holds them). No database, no network, no
 * package; any Node from 20 on runs this one file by itself. Without the public key an archive is held against the key that it
 * names itself, and that is said: whoever can write a whole file anew can sign it with a key of his own.
 *
 * Ends with 0 and one line where every byte is as it was written, with 1 and the first entry that does not fit, with 2 where
 * the file cannot be read. What it cannot tell is that a whole file was written anew, with other entries and their hashes:
 * for that, hold the last hash against one that was noted elsewhere.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { closeSync, createReadStream, openSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const FORMAT = 'comptoir-journal'
const VERSION = 1
const LINE_FEED = 10
/** An entry takes some thousand bytes; what is longer by so much is none. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
/** What the first entry follows. */
const FIRST_PREVIOUS_HASH = '0'.repeat(64)

const END_START = Buffer.from('{"end":')
const ENTRY_START = Buffer.from('{"entry":')
/** `,"hash":"`, the hash, `"}`. */
const HASH_START = ',"hash":"'
const HASH_END = '"}'
const ENTRY_END_BYTES = HASH_START.length + 64 + HASH_END.length

/** What does not fit, as a sentence that names the entry. */
export class Misfit extends Error {}

/**
 * Checks the lines of an exported journal. Answers the number of entries and the last hash; throws a Misfit that names the
 * first entry that does not fit. `chunks`: the file's bytes, in pieces of any length.
 */
export async function verifyExport(chunks) {
  return verifyWith(createCheck(), chunks)
}

/**
 * Checks the lines of a signed archive with the public key (64 hexadecimal digits), or with the one that the header names where
 * none is given. Answers the number of entries, the last hash and the key; throws a Misfit that names what does not fit: the
 * header, the report, an entry, the end line or the signature.
 */
export async function verifyArchive(chunks, publicKey) {
  return verifyWith(createArchiveCheck(publicKey), chunks)
}

/**
 * Checks a file, which is an exported journal or a signed archive by its first bytes. `given`: the public key, or a file that
 * holds it. Answers and throws as the two above; throws an Error where the file or the key cannot be read.
 */
export async function verifyFile(path, given) {
  const chunks = () => createReadStream(path, { highWaterMark: 1024 * 1024 })
  if (!isArchive(path)) return verifyExport(chunks())
  return verifyArchive(chunks(), given === undefined ? undefined : readKey(given))
}

async function verifyWith(check, chunks) {
  for await (const line of linesOf(chunks, check.behind)) check.take(line)
  return check.end()
}

/** Lines without their line feed; the last one has to have one. */
async function* linesOf(chunks, behind) {
  let pieces = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, at)])
      ;[pieces, length, from] = [[], 0, at + 1]
    }
    pieces.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) throw new Misfit(`${behind()}: longer than ${MAX_LINE_BYTES} bytes`)
  }
  if (length > 0) throw new Misfit(`${behind()}: a line that is cut off, or lacks its line feed`)
}

function createCheck() {
  let line = 0
  let entries = 0
  let hash = FIRST_PREVIOUS_HASH
  let journalId
  let ended = false

  /** What the next line has to be. */
  const where = () => (line === 0 ? 'the header (line 1)' : `entry ${entries + 1} (line ${line + 1})`)
  const behind = () => `${entries === 0 ? 'behind the header' : `behind entry ${entries}`} (line ${line + 1})`
  const refuse = (why) => {
    throw new Misfit(`${where()}: ${why}`)
  }

  function takeHeader(bytes) {
    const header = parse(bytes)
    journalId = header?.journalId
    if (header?.format !== FORMAT) refuse('the file is no exported journal')
    if (header.version !== VERSION) refuse(`its version ${header.version} is not known here`)
    if (typeof journalId !== 'string') refuse('it names no journal')
    const written = JSON.stringify({ format: FORMAT, journalId, version: VERSION })
    if (!bytes.equals(Buffer.from(written))) refuse('it is not as it was written')
  }

  function takeEntry(bytes) {
    const framed = entryIn(bytes)
    if (!framed) refuse('its line is not as it was written')
    const { entry, told, place } = framed
    if (place !== String(entries + 1)) {
      const isPlaced = place !== undefined && /^[1-9]\d*$/.test(place)
      refuse(isPlaced ? `entry ${place} stands in its place` : 'it does not say which entry it is')
    }
    const found = createHash('sha256').update(hash, 'latin1').update(entry).digest('hex')
    if (found !== told)
      refuse('its content, its hash or what stands before it was changed: the hash does not fit')
    if (entries === 0) takeFirst(entry)
    entries += 1
    hash = found
  }

  /** What the header says is what the first entry says, which the chain holds. */
  function takeFirst(entry) {
    const body = parse(entry)?.body
    if (body?.kind !== 'journal-created') refuse('it does not begin a journal')
    if (body.journalId !== journalId) {
      throw new Misfit(`the header (line 1): it names journal ${journalId}, entry 1 begins ${body.journalId}`)
    }
  }

  function takeEnd(bytes) {
    const told = parse(bytes)?.end
    const written = Buffer.from(JSON.stringify({ end: { entries, hash } }))
    ended = true
    if (entries === 0) refuse('it does not begin a journal')
    if (bytes.equals(written)) return
    const behind = `the end line (line ${line + 1}), behind entry ${entries}`
    if (Number.isSafeInteger(told?.entries) && told.entries !== entries) {
      throw new Misfit(`${behind}: it tells of ${told.entries} entries, and there are ${entries}`)
    }
    throw new Misfit(`${behind}: it is not as it was written`)
  }

  return {
    behind,
    take(bytes) {
      if (ended) throw new Misfit(`line ${line + 1}: something stands behind the end`)
      if (line === 0) takeHeader(bytes)
      else if (bytes.subarray(0, END_START.length).equals(END_START)) takeEnd(bytes)
      else takeEntry(bytes)
      line += 1
    },
    end() {
      if (!ended) throw new Misfit(`${behind()}: the file ends here, without its end line`)
      return { entries, hash }
    },
  }
}

// The signed archive of a shift or a day: header, report, entries, end, signature. The end holds the digests of the header and
// the report and the last hash, and is what is signed.

const ARCHIVE_FORMAT = 'comptoir-archive'
const SIGNED_AS = 'comptoir-archive-1\n'
/** Before the 32 bytes of a public Ed25519 key (RFC 8410). */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

function createArchiveCheck(given) {
  const digests = []
  /** The end and the signature are no entries, and which lines those are is known behind the last one alone. */
  const held = []
  let header
  let line = 0
  let entries = 0
  let hash
  /** The first entry that does not fit: it counts where the header and the report do. */
  let misfit

  const wrong = (what, why) => {
    throw new Misfit(`${what}: ${why}`)
  }
  function takeHeader(bytes) {
    const name = 'the header (line 1)'
    header = parse(bytes)
    if (header?.format !== ARCHIVE_FORMAT || header.version !== 1) wrong(name, 'the file is no archive')
    const { from, publicKey } = header
    const isSound = Number.isSafeInteger(from?.sequence) && isHex(from.hash, 64) && isHex(publicKey, 64)
    if (!isSound) wrong(name, 'it is not as it was written')
    hash = from.hash
  }

  function takeEntry(bytes) {
    entries += 1
    if (misfit !== undefined) return
    const name = `entry ${header.from.sequence + entries} (line ${entries + 2})`
    const framed = entryIn(bytes)
    if (!framed) {
      misfit = `${name}: its line is not as it was written`
      return
    }
    const found = createHash('sha256').update(hash, 'latin1').update(framed.entry).digest('hex')
    if (found !== framed.told || framed.place !== String(header.from.sequence + entries))
      misfit = `${name}: its content, its place or its hash was changed`
    hash = framed.told
  }

  const end = () => judged({ header, digests, held, entries, hash, misfit, line, given })

  return {
    behind: () => `the last line (line ${line + 1})`,
    take(bytes) {
      if (line === 0) takeHeader(bytes)
      if (line < 2) digests.push(createHash('sha256').update(bytes).update('\n').digest('hex'))
      else held.push(Buffer.from(bytes))
      if (held.length > 2) takeEntry(held.shift())
      line += 1
    },
    end,
  }
}

/** What the whole file comes to. Throws a Misfit that names the first part that does not fit. */
function judged({ header, digests, held, entries, hash, misfit, line, given }) {
  const [endLine, signatureLine] = held
  if (!endLine || !signatureLine)
    throw new Misfit(`behind line ${line}: the file ends here, without its end and signature`)
  const key = given ?? header.publicKey
  const [headerDigest, reportDigest] = digests
  const told = parse(endLine)?.end
  const isHeaderTold = told?.headerDigest === headerDigest
  const isSigned = isSignature(signatureLine, endLine, key)
  const written = Buffer.from(JSON.stringify({ end: { entries, hash, headerDigest, reportDigest } }))
  const otherwise = 'it is not as it was signed'
  const faults = [
    // An end that is signed is true, and tells what is not.
    [isSigned && !isHeaderTold, `the header (line 1): ${otherwise}`],
    [isSigned && told?.reportDigest !== reportDigest, `the report (line 2): ${otherwise}`],
    [misfit !== undefined, misfit],
    [!isSigned && given === undefined && !isHeaderTold, `the header (line 1) or the end line: ${otherwise}`],
    [!endLine.equals(written), `the end line (line ${line - 1}): ${otherwise}`],
    [
      !isSigned && header.publicKey !== key,
      `the signature: another key made it than the given one: the header names ${header.publicKey}`,
    ],
    [!isSigned, `the signature (line ${line}): it is not one of this file with this key`],
  ]
  const fault = faults.find(([isOne]) => isOne)
  if (fault) throw new Misfit(fault[1])
  return { entries, hash, publicKey: key, isOwnKey: given === undefined }
}

const isHex = (text, digits) => typeof text === 'string' && text.length === digits && /^[0-9a-f]+$/.test(text)

/** An entry's line: its bytes that were hashed, the hash that it tells, and its place. Undefined where it is none. */
function entryIn(bytes) {
  const cut = bytes.length - ENTRY_END_BYTES
  const told = bytes.subarray(-(64 + HASH_END.length), -HASH_END.length).toString('latin1')
  const isFramed =
    cut > ENTRY_START.length &&
    bytes.subarray(0, ENTRY_START.length).equals(ENTRY_START) &&
    bytes.subarray(cut).equals(Buffer.from(HASH_START + told + HASH_END, 'latin1'))
  if (!isFramed) return undefined
  const entry = bytes.subarray(ENTRY_START.length, cut)
  const place = /,"sequence":(\d{1,16})}$/.exec(entry.subarray(-30).toString('latin1'))?.[1]
  return { entry, told, place }
}

function isSignature(signatureLine, endLine, key) {
  const signature = parse(signatureLine)?.signature
  if (!isHex(signature, 128) || !signatureLine.equals(Buffer.from(JSON.stringify({ signature }))))
    return false
  const spki = Buffer.concat([SPKI_HEAD, Buffer.from(key, 'hex')])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const signed = Buffer.concat([Buffer.from(SIGNED_AS), endLine, Buffer.from('\n')])
  return verify(null, signed, publicKey, Buffer.from(signature, 'hex'))
}

/** What kind of file it is, by its first bytes. */
function isArchive(path) {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(4096)
    const length = readSync(file, start)
    const [header = ''] = start.subarray(0, length).toString('latin1').split('\n')
    // The end of the name may be what was changed: an archive's header has a key, a journal's has none.
    return header.includes('"format":"comptoir-archive"') || header.includes('"publicKey":')
  } finally {
    closeSync(file)
  }
}

function parse(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The counter's program holds this file within its own, is begun with arguments of its own, and never is this script. */
function isStartedAlone() {
  if (!import.meta.url.endsWith('.mjs')) return false
  try {
    return import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '')).href
  } catch {
    return false
  }
}

/** 64 hexadecimal digits, or a file that holds them. */
function readKey(given) {
  const text = /^[0-9a-fA-F]{64}$/.test(given) ? given : readFileSync(given, 'utf8').trim()
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw new Error('the public key is not 64 hexadecimal digits')
  return text.toLowerCase()
}

async function main([path, given, ...more]) {
  if (path === undefined || more.length > 0) {
    process.stderr.write('usage: npm run --silent verify-journal -- FILE [PUBLIC-KEY]\n')
    return 2
  }
  try {
    const { entries, hash, publicKey, isOwnKey } = await verifyFile(path, given)
    const by = isOwnKey
      ? 'the key that it names itself, which proves nothing of who signed it'
      : 'the given key'
    const signed = publicKey === undefined ? '' : `, signed with ${by}: ${publicKey}`
    process.stdout.write(`ok: ${entries} entries, the last hash is ${hash}${signed}\n`)
    return 0
  } catch (fault) {
    const isMisfit = fault instanceof Misfit
    const [said, code] = isMisfit ? ['wrong', 1] : ['cannot be read', 2]
    process.stdout.write(`${said}: ${fault.message}\n`)
    return code
  }
}

if (isStartedAlone()) process.exitCode = await main(process.argv.slice(2))
