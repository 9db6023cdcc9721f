/**
 * The icons of the installed counter, drawn from one picture: PNG files for Linux, and the containers that Windows and macOS
 * read. Each container is a list of such PNG files behind a table.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Of Linux's icon themes, each in a file of its own. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256]
/** macOS has a name for each size; those from ic11 on are of screens with two points to a pixel. */
const macTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

/**
 * Every file by its name, from the picture as SVG.
 * @param {Buffer} svg
 * @returns {Promise<ReadonlyMap<string, Buffer>>}
 */
export async function drawIcons(svg) {
  const image = await loadImage(svg)
  const draw = (size) => {
    const canvas = createCanvas(size, size)
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, size, size)
    return canvas.toBuffer('image/png')
  }
  const files = new Map(linuxSizes.map((size) => [`icons/${size}x${size}.png`, draw(size)]))
  files.set('icon.ico', toIco(windowsSizes.map((size) => ({ size, png: draw(size) }))))
  files.set('icon.icns', toIcns(macTypes.map(([type, size]) => ({ type, png: draw(size) }))))
  return files
}

function toIco(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  pictures.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index
    // 256 does not fit into the byte: 0 stands for it.
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

function toIcns(pictures) {
  const parts = pictures.flatMap(({ type, png }) => [headed(type, 8 + png.length), png])
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([headed('icns', length), ...parts])
}

function headed(type, length) {
  const header = Buffer.alloc(8)
  header.write(type, 'latin1')
  header.writeUInt32BE(length, 4)
  return header
}
