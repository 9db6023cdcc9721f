/**
 * `npm run slips`: every slip, in every language and on every width, as it comes out of a receipt printer, drawn into
 * out/slips. What the pictures show was decoded from the very bytes that a printer would be sent.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderForPrinter } from '#core/receipt/printer-paper.ts'
import { samplePapers } from '../core/receipt/sample-papers.ts'
import { printVirtually } from '../support/virtual-printer.ts'
import { pictureOf } from '../support/virtual-printer-picture.ts'

const folder = join(import.meta.dirname, '../../out/slips')
const widths = [
  { widthMm: 58, columns: 32, widthDots: 384 },
  { widthMm: 80, columns: 48, widthDots: 576 },
] as const
/** Arabic is a picture whichever way the printer is set up. */
const ways = [
  { language: 'fr', text: 'printer' },
  { language: 'fr', text: 'raster' },
  { language: 'ar', text: 'raster' },
  { language: 'both', text: 'printer' },
] as const

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

let count = 0
for (const { language, text } of ways) {
  for (const { name, document } of samplePapers(language)) {
    for (const { widthMm, columns, widthDots } of widths) {
      const paper = { widthMm, codePage: 'cp858', text, cuts: true, drawer: false } as const
      const bytes = renderForPrinter(document, paper)
      if (!bytes.ok) throw new Error(`${name}: ${bytes.error.problem}, ${bytes.error.detail}`)
      const file = join(folder, `${name}-${language}-${widthMm}-${text}.png`)
      writeFileSync(file, pictureOf(printVirtually(bytes.value, columns), widthDots))
      count += 1
    }
  }
}
process.stdout.write(`${count} slips in out/slips\n`)
