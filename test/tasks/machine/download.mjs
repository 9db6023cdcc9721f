/**
 * Downloads one large file over a line that may be slow and may break. There is no time for the whole of it: only a line on
 * which nothing comes any more is given up. What has come is kept, and the next try goes on behind it.
 */
import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

const STALL_MS = 30_000

/**
 * Puts what is at `url` into `target`, by way of `partial`.
 * @param {{ url: string, target: string, partial: string, say: (line: string) => void }} order
 * @param {(ms: number, work: () => void) => () => void} [after] a timer; what it answers stops it
 * @throws where the server refuses or the line stalls
 */
export async function download({ url, target, partial, say }, after = afterMs) {
  mkdirSync(dirname(partial), { recursive: true })
  const stall = createStall(after)
  try {
    const had = statSync(partial, { throwIfNoEntry: false })?.size ?? 0
    const response = await fetch(url, {
      headers: had > 0 ? { range: `bytes=${had}-` } : {},
      signal: stall.signal,
    })
    // The file is all there, or is another one.
    if (response.status === 416) rmSync(partial, { force: true })
    if (!response.ok || response.body === null) throw new Error(`${response.status} ${response.statusText}`)
    const from = response.status === 206 ? had : 0
    const total = from + Number(response.headers.get('content-length') ?? 0)
    const progress = createProgress({ name: basename(target), from, total, say })
    const count = async function* (chunks) {
      for await (const chunk of chunks) {
        stall.put()
        progress(chunk.length)
        yield chunk
      }
    }
    await pipeline(response.body, count, createWriteStream(partial, { flags: from > 0 ? 'a' : 'w' }))
    renameSync(partial, target)
  } finally {
    stall.end()
  }
}

function createStall(after) {
  const controller = new AbortController()
  const give = () => controller.abort(new Error(`nothing came for ${STALL_MS / 1000} s`))
  let stop = after(STALL_MS, give)
  const put = () => {
    stop()
    stop = after(STALL_MS, give)
  }
  return { signal: controller.signal, put, end: () => stop() }
}

function afterMs(ms, work) {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/** Says each tenth of the file that has come. */
function createProgress({ name, from, total, say }) {
  const mb = (bytes) => Math.round(bytes / 1_000_000)
  const tenths = () => Math.floor((10 * bytes) / total)
  let bytes = from
  let lastTenth = tenths()
  return (more) => {
    bytes += more
    if (tenths() <= lastTenth) return
    lastTenth = tenths()
    say(`${name}: ${mb(bytes)} of ${mb(total)} MB`)
  }
}
