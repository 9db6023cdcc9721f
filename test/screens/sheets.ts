/** Contact sheets: the pictures of one size, language and theme, a dozen to a sheet, each under its name. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Picture } from './take.ts'

const columns = 4
const rows = 3
const pictureWidthPx = 480
const captionPx = 22
const gapPx = 8

/** Writes the sheets and answers their paths. */
export async function writeSheets(pictures: readonly Picture[], folder: string): Promise<readonly string[]> {
  const groups = Map.groupBy(pictures, ({ size, locale, theme }) => `${size}-${locale}-${theme}`)
  const paths: string[] = []
  mkdirSync(folder, { recursive: true })
  for (const [name, group] of groups) {
    const ordered = group.toSorted((a, b) => (a.scene < b.scene ? -1 : 1))
    for (let first = 0; first < ordered.length; first += columns * rows) {
      const path = join(folder, `${name}-${String(1 + first / (columns * rows)).padStart(2, '0')}.png`)
      writeFileSync(path, await drawSheet(ordered.slice(first, first + columns * rows)))
      paths.push(path)
    }
  }
  return paths
}

async function drawSheet(pictures: readonly Picture[]): Promise<Buffer> {
  const images = await Promise.all(pictures.map(({ path }) => loadImage(readFileSync(path))))
  const tallest = Math.max(...images.map(({ width, height }) => (height * pictureWidthPx) / width))
  const cellWidth = pictureWidthPx + gapPx
  const cellHeight = Math.round(tallest) + captionPx + gapPx
  const canvas = createCanvas(columns * cellWidth, rows * cellHeight)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#7f7f7f'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#ffffff'
  pen.font = '16px sans-serif'
  for (const [place, image] of images.entries()) {
    const left = (place % columns) * cellWidth
    const top = Math.floor(place / columns) * cellHeight
    pen.fillText(pictures[place]?.scene ?? '', left + 4, top + captionPx - 6)
    pen.drawImage(image, left, top + captionPx, pictureWidthPx, (image.height * pictureWidthPx) / image.width)
  }
  // Not `encode`: it works in another thread on a canvas that may be collected meanwhile, and the process dies.
  return canvas.toBuffer('image/png')
}
