/**
 * Black and white pictures as thermal heads print them: rows of whole bytes, most significant bit leftmost, 1 is black.
 * Owns what is done with dots; what draws words makes one of these.
 */
export interface Bitmap {
  readonly widthDots: number
  readonly heightDots: number
  readonly bytes: Uint8Array
}

const BITS = 8

/** A picture that is kept as text, bits in base 64: the shop's logo. */
export const bitmapOfBits = ({
  bits,
  ...size
}: Omit<Bitmap, 'bytes'> & { readonly bits: string }): Bitmap => ({
  ...size,
  bytes: Uint8Array.from(Buffer.from(bits, 'base64')),
})

/** An empty picture. Its width is made a whole number of bytes. */
export function emptyBitmap(widthDots: number, heightDots: number): Bitmap {
  const rowBytes = Math.ceil(widthDots / BITS)
  return { widthDots: rowBytes * BITS, heightDots, bytes: new Uint8Array(rowBytes * heightDots) }
}

export const rowBytesOf = ({ widthDots }: Bitmap): number => widthDots / BITS

export const isBlack = (picture: Bitmap, x: number, y: number): boolean =>
  ((picture.bytes[y * rowBytesOf(picture) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0

/** A picture of the squares for which `isDark` says so, each `scale` dots wide and high. */
export function bitmapOf(
  columns: number,
  rows: number,
  scale: number,
  isDark: (column: number, row: number) => boolean,
): Bitmap {
  const picture = emptyBitmap(columns * scale, rows * scale)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (isDark(column, row))
        fill(picture, { x: column * scale, y: row * scale, width: scale, height: scale })
    }
  }
  return picture
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Blackens a rectangle that lies within the picture. */
export function fill(picture: Bitmap, { x, y, width, height }: Rectangle): void {
  const rowBytes = rowBytesOf(picture)
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      const place = row * rowBytes + (column >> 3)
      picture.bytes[place] = (picture.bytes[place] ?? 0) | (0x80 >> (column & 7))
    }
  }
}

/** The picture in the middle of a white one as wide as the paper, to the nearest byte. Undefined where it is wider. */
export function centredOn(widthDots: number, picture: Bitmap): Bitmap | undefined {
  const onto = emptyBitmap(widthDots, picture.heightDots)
  const [ontoBytes, pictureBytes] = [rowBytesOf(onto), rowBytesOf(picture)]
  if (pictureBytes > ontoBytes) return undefined
  const left = (ontoBytes - pictureBytes) >> 1
  for (let row = 0; row < picture.heightDots; row += 1) {
    const from = row * pictureBytes
    onto.bytes.set(picture.bytes.subarray(from, from + pictureBytes), row * ontoBytes + left)
  }
  return onto
}

/** A drawing of four bytes a dot in black and white: what is darker than the middle is black. */
export function bitmapOfPixels(pixels: Uint8Array, widthDots: number, heightDots: number): Bitmap {
  const bytes = new Uint8Array((widthDots / BITS) * heightDots)
  let pixel = 0
  for (let place = 0; place < bytes.length; place += 1) {
    let byte = 0
    for (let bit = 0; bit < BITS; bit += 1, pixel += 4) {
      byte = (byte << 1) | ((pixels[pixel] ?? 0) < MIDDLE ? 1 : 0)
    }
    bytes[place] = byte
  }
  return { widthDots, heightDots, bytes }
}

/** A little above half, so that thin strokes of Arabic stay whole. */
const MIDDLE = 150
