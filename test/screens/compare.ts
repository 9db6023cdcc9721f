/** What pictures show otherwise than those of an earlier run, pixel by pixel. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Picture } from './take.ts'

/** One line for each picture that differs from the one at the same place under `earlier`, or that has none there. */
export async function differencesFrom(
  earlier: string,
  folder: string,
  pictures: readonly Picture[],
): Promise<readonly string[]> {
  const lines: string[] = []
  for (const { path } of pictures) {
    const name = relative(folder, path)
    const before = join(earlier, name)
    const differing = existsSync(before) ? await differingPixels(before, path) : undefined
    if (differing !== 0)
      lines.push(`${name}: ${differing === undefined ? 'is new' : `${differing} pixels differ`}`)
  }
  return lines.toSorted()
}

async function differingPixels(before: string, after: string): Promise<number> {
  const files = [readFileSync(before), readFileSync(after)] as const
  if (files[0].equals(files[1])) return 0
  const [a, b] = [await pixelsOf(files[0]), await pixelsOf(files[1])]
  if (a.length !== b.length) return Math.max(a.length, b.length)
  return a.reduce((count, pixel, place) => count + (pixel === b[place] ? 0 : 1), 0)
}

async function pixelsOf(file: Buffer): Promise<Uint32Array> {
  const image = await loadImage(file)
  const pen = createCanvas(image.width, image.height).getContext('2d')
  pen.drawImage(image, 0, 0)
  return new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)
}
