/**
 * `npm run --silent verify-journal -- FILE`: checks an exported journal by nothing but its own bytes. No database, no key, no
 * network, no package; any Node from 20 on runs this one file by itself.
 *
 * Ends with 0 and one line where every byte is as it was written, with 1 and the first entry that does not fit, with 2 where
 * the file cannot be read. What it cannot tell is that a whole file was written anew, with other entries and their hashes:
 * for that, hold the last hash against one that was noted elsewhere.
 */
import { createHash } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
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
  const check = createCheck()
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
    const cut = bytes.length - ENTRY_END_BYTES
    const told = bytes.subarray(-(64 + HASH_END.length), -HASH_END.length).toString('latin1')
    const isFramed =
      cut > ENTRY_START.length &&
      bytes.subarray(0, ENTRY_START.length).equals(ENTRY_START) &&
      bytes.subarray(cut).equals(Buffer.from(HASH_START + told + HASH_END, 'latin1'))
    if (!isFramed) refuse('its line is not as it was written')
    const entry = bytes.subarray(ENTRY_START.length, cut)
    const place = /,"sequence":(\d{1,16})}$/.exec(entry.subarray(-30).toString('latin1'))?.[1]
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

function parse(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The counter's own program holds this file as well, and has arguments of its own. */
function isStartedAlone() {
  try {
    return import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '')).href
  } catch {
    return false
  }
}

async function main([path, ...more]) {
  if (path === undefined || more.length > 0) {
    process.stderr.write('usage: npm run --silent verify-journal -- FILE\n')
    return 2
  }
  try {
    const { entries, hash } = await verifyExport(createReadStream(path, { highWaterMark: 1024 * 1024 }))
    process.stdout.write(`ok: ${entries} entries, the last hash is ${hash}\n`)
    return 0
  } catch (fault) {
    const isMisfit = fault instanceof Misfit
    const [said, code] = isMisfit ? ['wrong', 1] : ['cannot be read', 2]
    process.stdout.write(`${said}: ${fault.message}\n`)
    return code
  }
}

if (isStartedAlone()) process.exitCode = await main(process.argv.slice(2))
