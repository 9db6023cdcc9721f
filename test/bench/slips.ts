/**
 * How long a slip takes to become a printer's bytes: a full one in Arabic and in both languages on 80 mm, one in French as
 * printer text. `npm run bench:slips` prints the first slip of a process, which reads the fonts, and the usual one; then how much
 * paper each takes, and how long it is on its way at 9,600 baud.
 */
import type { PaperDocument } from '#core/receipt/document.ts'
import { type PrinterPaper, renderForPrinter } from '#core/receipt/printer-paper.ts'
import { type HeadDots, heads } from '#shared/printer-models.ts'
import { samplePapers } from '../core/receipt/sample-papers.ts'
import { printVirtually } from '../support/virtual-printer.ts'
import { heightOf } from '../support/virtual-printer-picture.ts'

const RUNS = 200

function paperNamed(name: string, language: 'fr' | 'ar' | 'both'): PaperDocument {
  const found = samplePapers(language).find((paper) => paper.name === name)
  if (!found) throw new Error(`no paper ${name}`)
  return found.document
}

interface Took {
  readonly wallMs: number
  /** What this thread alone worked: true on a machine that has much else to do. */
  readonly workMs: number
}

const MICROSECONDS_PER_MS = 1_000

function render(document: PaperDocument, text: PrinterPaper['text']): Took {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  const paper = { dots: 576, codePage: 'cp858', text, drawsCodes: true, cuts: true, drawer: false } as const
  const bytes = renderForPrinter(document, paper)
  if (!bytes.ok) throw new Error(bytes.error.detail)
  const { user, system } = process.threadCpuUsage(before)
  return { wallMs: performance.now() - startedAt, workMs: (user + system) / MICROSECONDS_PER_MS }
}

function measure(what: string, document: PaperDocument, text: PrinterPaper['text'], mayTakeMs: number): void {
  const first = render(document, text)
  const took = Array.from({ length: RUNS }, () => render(document, text))
  const usual = (which: keyof Took) =>
    took
      .map((one) => one[which])
      .sort((a, b) => a - b)
      [RUNS / 2]?.toFixed(2)
  const line = `${what.padEnd(36)}first ${first.wallMs.toFixed(1)} ms (work ${first.workMs.toFixed(1)}), usual ${usual('wallMs')} ms (work ${usual('workMs')})`
  process.stdout.write(`${line}, to stay below ${mayTakeMs} ms\n`)
}

measure('French as printer text', paperNamed('mobile-fulfilled', 'fr'), 'printer', 1)
measure('French, two bills, as printer text', paperNamed('bill-fulfilled', 'fr'), 'printer', 1)
measure('Arabic, queued, with its codes', paperNamed('internet-queued', 'ar'), 'raster', 50)
measure('Arabic, two bills', paperNamed('bill-fulfilled', 'ar'), 'raster', 50)
measure('Both languages, two bills', paperNamed('bill-fulfilled', 'both'), 'raster', 50)
measure('Both languages, nine bills', paperNamed('many-bills', 'both'), 'raster', 50)

const BYTES_PER_SECOND = 960

/** Without the feed to the cutter. */
function paperOf(
  name: string,
  language: 'fr' | 'ar' | 'both',
  text: PrinterPaper['text'],
  dots: HeadDots,
): string {
  const way = { dots, codePage: 'cp858', text, drawsCodes: true } as const
  const bytes = renderForPrinter(paperNamed(name, language), { ...way, cuts: true, drawer: false })
  if (!bytes.ok) throw new Error(bytes.error.detail)
  const { columns, dotsPerMm } = heads[dots]
  const printed = printVirtually(bytes.value, columns).filter(({ kind }) => kind !== 'cut')
  const mm = printed.reduce((sum, one) => sum + heightOf(one), 0) / dotsPerMm
  return `${mm.toFixed(0)} mm ${(bytes.value.length / BYTES_PER_SECOND).toFixed(1)} s`
}

const names = ['internet-fulfilled', 'internet-queued', 'internet-refunded', 'bill-fulfilled', 'card-codes']
for (const name of names) {
  for (const dots of [384, 576] as const) {
    const figures = [
      `as text ${paperOf(name, 'fr', 'printer', dots)}`,
      `French ${paperOf(name, 'fr', 'raster', dots)}`,
      `Arabic ${paperOf(name, 'ar', 'raster', dots)}`,
      `both ${paperOf(name, 'both', 'raster', dots)}`,
    ]
    process.stdout.write(`${`${name} on ${dots} dots`.padEnd(36)}${figures.join(', ')}\n`)
  }
}
