/**
 * An ESC/POS printer without paper: reads a byte stream as the printers' manuals describe it and says what was printed. Knows
 * nothing of how the counter makes its bytes; a byte that such a printer would not understand is a fact like any other.
 */
import { decodeUpperByte } from './virtual-printer-pages.ts'

export interface PrintedText {
  readonly kind: 'text'
  readonly text: string
  /** Each piece in its own style. */
  readonly runs: readonly {
    readonly text: string
    readonly isBold: boolean
    readonly scale: number
    readonly isInverse: boolean
    /** In the second font. */
    readonly isSmall: boolean
  }[]
  readonly align: 'left' | 'centre' | 'right'
  readonly lineDots: number
  /** Begun by the paper's edge and not by a line feed. */
  readonly isOverflow: boolean
}

export interface PrintedPicture {
  readonly kind: 'picture'
  readonly widthDots: number
  readonly heightDots: number
  /** Rows of whole bytes, most significant bit leftmost, 1 is black. */
  readonly bytes: Uint8Array
  readonly align: PrintedText['align']
  /** Of each band that it came in. */
  readonly bandBytes: readonly number[]
}

export type Printed =
  | PrintedText
  | PrintedPicture
  | {
      readonly kind: 'qr'
      readonly text: string
      readonly moduleDots: number
      readonly align: PrintedText['align']
    }
  | {
      readonly kind: 'barcode'
      readonly text: string
      readonly moduleDots: number
      readonly heightDots: number
    }
  | { readonly kind: 'feed'; readonly lines: number }
  | { readonly kind: 'cut' }
  | { readonly kind: 'drawer'; readonly pin: number }
  | { readonly kind: 'status-request'; readonly about: number }
  | { readonly kind: 'unknown'; readonly bytes: readonly number[] }

const alignments = ['left', 'centre', 'right'] as const

interface State {
  page: number
  align: PrintedText['align']
  isBold: boolean
  isInverse: boolean
  isSmall: boolean
  lineDots: number
  scale: number
  qr: { text: string; moduleDots: number }
  barcode: { moduleDots: number; heightDots: number }
}

const atStart = (): State => ({
  ...{ page: 0, align: 'left', isBold: false, isInverse: false, scale: 1 },
  ...{ isSmall: false, lineDots: 30 },
  qr: { text: '', moduleDots: 3 },
  barcode: { moduleDots: 3, heightDots: 162 },
})

const columnsOf = ({ scale, isSmall }: { readonly scale: number; readonly isSmall: boolean }): number =>
  scale * (isSmall ? 9 / 12 : 1)

/** The rows of a picture with white at the right of them. */
function widened(
  { bytes, widthDots, heightDots }: Pick<PrintedPicture, 'bytes' | 'widthDots' | 'heightDots'>,
  toDots: number,
): Uint8Array {
  if (widthDots === toDots) return bytes
  const [from, to] = [widthDots / 8, toDots / 8]
  const rows = new Uint8Array(to * heightDots)
  for (let row = 0; row < heightDots; row += 1)
    rows.set(bytes.subarray(row * from, (row + 1) * from), row * to)
  return rows
}

/** Everything that a printer of so many columns does with these bytes, in order. */
export function printVirtually(bytes: Uint8Array, columns: number): readonly Printed[] {
  return new VirtualPrinter(bytes, columns).run()
}

class VirtualPrinter {
  private readonly bytes: Uint8Array
  private readonly columns: number
  private at = 0
  private state = atStart()
  private readonly printed: Printed[] = []
  private runs: { text: string; isBold: boolean; scale: number; isInverse: boolean; isSmall: boolean }[] = []
  private isOverflow = false

  constructor(bytes: Uint8Array, columns: number) {
    this.bytes = bytes
    this.columns = columns
  }

  run(): readonly Printed[] {
    while (this.at < this.bytes.length) this.step()
    if (this.runs.length > 0) this.printed.push({ kind: 'unknown', bytes: [] })
    return this.printed
  }

  private next(): number {
    const byte = this.bytes[this.at]
    this.at += 1
    if (byte === undefined) throw new Error('the stream ends within a command')
    return byte
  }

  private take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new Error('the stream ends within its data')
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  private step(): void {
    const byte = this.next()
    if (byte === 0x0a) this.endLine(false)
    else if (byte === 0x1b) this.escape()
    else if (byte === 0x1d) this.group()
    else if (byte === 0x1c) this.expect(0x2e)
    else if (byte === 0x10) this.realTime()
    else if (byte < 0x20) this.printed.push({ kind: 'unknown', bytes: [byte] })
    else this.write(byte < 0x80 ? String.fromCharCode(byte) : decodeUpperByte(this.state.page, byte))
  }

  private write(character: string): void {
    const { isBold, scale, isInverse, isSmall } = this.state
    const used = this.runs.reduce((sum, run) => sum + run.text.length * columnsOf(run), 0)
    if (used + columnsOf({ scale, isSmall }) > this.columns) this.endLine(true)
    const last = this.runs.at(-1)
    const goesOn =
      last?.isBold === isBold &&
      last.scale === scale &&
      last.isInverse === isInverse &&
      last.isSmall === isSmall
    if (last && goesOn) last.text += character
    else this.runs.push({ text: character, isBold, scale, isInverse, isSmall })
  }

  private endLine(goesOn: boolean): void {
    const { align, lineDots } = this.state
    const text = this.runs.map((run) => run.text).join('')
    this.printed.push({ kind: 'text', text, runs: this.runs, align, lineDots, isOverflow: this.isOverflow })
    this.runs = []
    this.isOverflow = goesOn
  }

  private expect(...known: readonly number[]): void {
    const byte = this.next()
    if (!known.includes(byte)) this.printed.push({ kind: 'unknown', bytes: [byte] })
  }

  private realTime(): void {
    this.expect(0x04)
    this.printed.push({ kind: 'status-request', about: this.next() })
  }

  private escape(): void {
    const command = this.next()
    switch (command) {
      case 0x40:
        this.state = atStart()
        return
      case 0x52:
        this.expect(0)
        return
      case 0x74:
        this.state.page = this.next()
        return
      case 0x61:
        this.state.align = alignments[this.next()] ?? 'left'
        return
      case 0x45:
        this.state.isBold = (this.next() & 1) === 1
        return
      case 0x4d:
        this.state.isSmall = this.next() === 1
        return
      case 0x33:
        this.state.lineDots = this.next()
        return
      case 0x64:
        this.printed.push({ kind: 'feed', lines: this.next() })
        return
      case 0x70:
        this.printed.push({ kind: 'drawer', pin: this.next() === 0 ? 2 : 5 })
        this.take(2)
        return
      default:
        this.printed.push({ kind: 'unknown', bytes: [0x1b, command] })
    }
  }

  private group(): void {
    const command = this.next()
    switch (command) {
      case 0x21:
        this.state.scale = (this.next() & 7) + 1
        return
      case 0x42:
        this.state.isInverse = (this.next() & 1) === 1
        return
      case 0x56:
        if (this.next() >= 65) this.next()
        this.printed.push({ kind: 'cut' })
        return
      case 0x76:
        this.raster()
        return
      case 0x28:
        this.code()
        return
      case 0x68:
        this.state.barcode.heightDots = this.next()
        return
      case 0x77:
        this.state.barcode.moduleDots = this.next()
        return
      case 0x48:
        this.expect(0)
        return
      case 0x6b:
        this.barcode()
        return
      default:
        this.printed.push({ kind: 'unknown', bytes: [0x1d, command] })
    }
  }

  /** GS v 0. Bands that follow each other are one picture, as wide as the widest: no line is fed between them. */
  private raster(): void {
    this.expect(0x30)
    this.expect(0)
    const rowBytes = this.next() + 256 * this.next()
    const heightDots = this.next() + 256 * this.next()
    const bytes = this.take(rowBytes * heightDots)
    const last = this.printed.at(-1)
    const { align } = this.state
    const band = { kind: 'picture', widthDots: rowBytes * 8, heightDots, bytes, align } as const
    const bandBytes = [bytes.length]
    if (last?.kind === 'picture' && last.align === align) {
      const widthDots = Math.max(last.widthDots, band.widthDots)
      this.printed[this.printed.length - 1] = {
        ...{ ...band, widthDots, heightDots: last.heightDots + heightDots },
        bytes: Buffer.concat([last, band].map((one) => widened(one, widthDots))),
        bandBytes: [...last.bandBytes, ...bandBytes],
      }
    } else this.printed.push({ ...band, bandBytes })
  }

  /** GS ( k: the functions of a QR code. */
  private code(): void {
    this.expect(0x6b)
    const length = this.next() + 256 * this.next()
    const [symbol, what, ...rest] = this.take(length)
    const { qr } = this.state
    if (symbol === 0x31 && what === 0x43) qr.moduleDots = rest[0] ?? 0
    else if (symbol === 0x31 && what === 0x50) qr.text = String.fromCharCode(...rest.slice(1))
    else if (symbol === 0x31 && what === 0x51) {
      this.printed.push({ kind: 'qr', ...qr, align: this.state.align })
    } else if (symbol !== 0x31 || (what !== 0x41 && what !== 0x45)) {
      this.printed.push({ kind: 'unknown', bytes: [0x1d, 0x28, 0x6b] })
    }
  }

  /** GS k with a count; only CODE 128 in set B is understood. */
  private barcode(): void {
    this.expect(73)
    const data = String.fromCharCode(...this.take(this.next()))
    if (!data.startsWith('{B')) this.printed.push({ kind: 'unknown', bytes: [0x1d, 0x6b] })
    else
      this.printed.push({ kind: 'barcode', text: data.slice(2).replaceAll('{{', '{'), ...this.state.barcode })
  }
}
