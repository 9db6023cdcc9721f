/**
 * `npm run slips`: every slip, in every language and on every width of head, as it comes out of a receipt printer, drawn into
 * out/slips. What the pictures show was decoded from the very bytes that a printer would be sent.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderForPrinter } from '#core/receipt/printer-paper.ts'
import { headDots, heads } from '#shared/printer-models.ts'
import { samplePapers } from '../core/receipt/sample-papers.ts'
import { printVirtually } from '../support/virtual-printer.ts'
import { pictureOf } from '../support/virtual-printer-picture.ts'

const folder = join(import.meta.dirname, '../../out/slips')
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
    for (const dots of headDots) {
      const way = { dots, codePage: 'cp858', text, drawsCodes: true } as const
      const paper = { ...way, cuts: true, drawer: false }
      const bytes = renderForPrinter(document, paper)
      if (!bytes.ok) throw new Error(`${name}: ${bytes.error.problem}, ${bytes.error.detail}`)
      const file = join(folder, `${name}-${language}-${dots}-${text}.png`)
      writeFileSync(file, pictureOf(printVirtually(bytes.value, heads[dots].columns), dots))
      count += 1
    }
  }
}
process.stdout.write(`${count} slips in out/slips\n`)
