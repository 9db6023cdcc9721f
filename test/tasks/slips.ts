/**
 * `npm run slips [-- part of a name]`: every slip, in every language and on every head, as it comes out of a receipt printer, drawn
 * into out/slips. What the pictures show was decoded from the very bytes that a printer would be sent. Each amount, ref and
 * code is read back from it, sign by sign or dot by dot, and the QR by zbarimg where the machine has it; it fails where one is lost.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { codesOf, figuresOf } from '#core/receipt/blocks.ts'
import type { PaperDocument } from '#core/receipt/document.ts'
import { type PrinterPaper, renderForPrinter } from '#core/receipt/printer-paper.ts'
import { headDots, heads } from '#shared/printer-models.ts'
import { asText, isCodeDrawn, isDrawn, rowsOf } from '../core/receipt/printed.ts'
import { samplePapers } from '../core/receipt/sample-papers.ts'
import { type Printed, printVirtually } from '../support/virtual-printer.ts'
import { pictureOf } from '../support/virtual-printer-picture.ts'

const folder = join(import.meta.dirname, '../../out/slips')
/** Arabic is a picture whichever way the printer is set up. */
const ways = [
  { language: 'fr', text: 'printer' },
  { language: 'fr', text: 'raster' },
  { language: 'ar', text: 'raster' },
  { language: 'both', text: 'printer' },
] as const
const [, , part = ''] = process.argv
const hasZbar = spawnSync('zbarimg', ['--version']).status === 0

/** What of the document cannot be read on the paper. */
function lostOn(
  printed: readonly Printed[],
  document: PaperDocument,
  { dots }: PrinterPaper,
): readonly string[] {
  const runs = rowsOf(printed).flatMap((row) => row.runs.map(({ text }) => ` ${text.trim()}`))
  const isWritten = (text: string) =>
    runs.some((run) => run.endsWith(` ${text}`) || run.endsWith(` ${text} DA`))
  const texts = [...figuresOf(document), ...(document.kind === 'slip' ? [document.ref] : [])]
  return [
    ...texts.filter((text) => !isWritten(asText(text)) && !isDrawn(printed, text, dots)),
    ...codesOf(document).filter((code) => !isCodeDrawn(printed, code)),
  ]
}

/** What its QR code holds; null where it has none. */
const qrOf = (document: PaperDocument): string | null => (document.kind === 'slip' ? document.qr : null)

/** Its QR code, unless a reader finds it; nothing where there is no reader. */
function lostQr(file: string, document: PaperDocument): readonly string[] {
  const qr = qrOf(document)
  if (!hasZbar || qr === null) return []
  const { stdout } = spawnSync('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
    encoding: 'utf8',
  })
  return stdout.split('\n').includes(qr) ? [] : [`QR ${qr}`]
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const sums = { slips: 0, values: 0, qr: 0, lost: 0 }
for (const { language, text } of ways) {
  for (const { name, document } of samplePapers(language).filter((paper) => paper.name.includes(part))) {
    for (const dots of headDots) {
      // Drawn pictures are let go of between turns: without one all of them stay in memory, which is gigabytes.
      await turn()
      const way = { dots, codePage: 'cp858', text, drawsCodes: true } as const
      const paper = { ...way, cuts: true, drawer: false }
      const bytes = renderForPrinter(document, paper)
      if (!bytes.ok) throw new Error(`${name}: ${bytes.error.problem}, ${bytes.error.detail}`)
      const printed = printVirtually(bytes.value, heads[dots].columns)
      const file = join(folder, `${name}-${language}-${dots}-${text}.png`)
      writeFileSync(file, pictureOf(printed, dots))
      const lost = [...lostOn(printed, document, paper), ...lostQr(file, document)]
      for (const one of lost) process.stdout.write(`${name} in ${language} on ${dots} dots lacks ${one}\n`)
      sums.slips += 1
      sums.values +=
        figuresOf(document).length + codesOf(document).length + (document.kind === 'slip' ? 1 : 0)
      sums.qr += hasZbar && qrOf(document) !== null ? 1 : 0
      sums.lost += lost.length
    }
  }
}
const reader = hasZbar ? `${sums.qr} QR codes read` : 'QR codes not read: zbarimg is missing'
process.stdout.write(
  `${sums.slips} slips in out/slips, ${sums.values} values looked for, ${reader}, ${sums.lost} lost\n`,
)
if (sums.lost > 0) process.exitCode = 1
