/** Papers of the till: every amount of theirs is read back from the paper, at every width and in every language. */
import { describe, expect, test } from 'vitest'
import { figuresOf } from '#core/receipt/blocks.ts'
import { composeTillPaper } from '#core/receipt/compose-till.ts'
import { renderHtml } from '#core/receipt/html.ts'
import { formatDinars } from '#shared/money.ts'
import { headDots } from '#shared/printer-models.ts'
import { da } from '../../support/till.ts'
import { asText, drawnDots, isDrawn, paperOf, printOn, rowsOf } from './printed.ts'
import { sampleContext } from './sample-papers.ts'
import { sampleTillContents } from './sample-till.ts'

const names = Object.keys(sampleTillContents) as (keyof typeof sampleTillContents)[]
const context = { ...sampleContext, copyNumber: 0 }

/** Every amount that the content holds, at any depth, by the names that amounts have. */
function amountsIn(value: unknown): readonly number[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name.endsWith('Centimes') && typeof inner === 'number' ? inner : amountsIn(inner),
  )
}

describe.each(names)('%s', (name) => {
  const content = sampleTillContents[name]

  test.each(headDots)('as printer text on %i dots has every amount of its own on a row', (dots) => {
    const document = composeTillPaper(content, 'fr', context)
    const rows = rowsOf(printOn(paperOf({ dots, codePage: 'cp858' }), document))
    expect(rows.filter(({ isOverflow }) => isOverflow)).toEqual([])
    const ends = rows.map(({ text }) => ` ${text.trim()}`)
    const lost = figuresOf(document).filter((one) => !ends.some((row) => row.endsWith(` ${asText(one)} DA`)))
    expect(lost).toEqual([])
  })

  test.each(drawnDots)('as a picture in both languages on %i dots has every amount', (dots) => {
    const document = composeTillPaper(content, 'both', context)
    const printed = printOn(paperOf({ dots, text: 'raster' }), document)
    expect(figuresOf(document).filter((one) => !isDrawn(printed, one, dots))).toEqual([])
  })

  test.each(['fr', 'ar', 'both'] as const)('as a page in %s is whole', (language) => {
    const document = composeTillPaper(content, language, context)
    for (const widthMm of [58, 80, 148, 210] as const)
      expect(renderHtml(document, widthMm)).toContain('</html>')
  })
})

test('a Z has every sum of its report on it, and an X for a cashier no cost', () => {
  const z = figuresOf(composeTillPaper(sampleTillContents.z, 'fr', context))
  const { total, cash, refunds, carnet, held, balance, grandTotalCentimes } = sampleTillContents.z.z.report
  const sums = amountsIn({ total, cash, refunds, carnet, held, balance, grandTotalCentimes })
  // What was expected at the count is the same sum as what is expected now, less what moved.
  const missing = sums
    .map((one) => formatDinars(one as never))
    .filter((one) => !z.includes(one) && one !== '0')
  expect(missing).toEqual([])
  const words = JSON.stringify(composeTillPaper(sampleTillContents.x, 'fr', context))
  expect(words).not.toMatch(/Coût|Bénéfice|Frais|Commission/)
  expect(JSON.stringify(composeTillPaper(sampleTillContents.z, 'fr', context))).toMatch(/Coût.*Bénéfice/)
})

test.each([
  ['fr', ['Carte (TPE)', 'BaridiMob'], ', compté', ', écart au comptage', ', après le comptage'],
  ['ar', ['بطاقة', 'بريدي موب'], '، معدود', '، الفارق عند العدّ', '، بعد العدّ'],
] as const)(
  'a Z in %s has a count of another means below what was expected then, and apart what moved behind it',
  (language, [card, transfer], counted, difference, later) => {
    const { parts } = composeTillPaper(sampleTillContents.z, language, context)
    const lines = parts.flatMap((part) => (part.kind === 'lines' ? part.lines : []))
    const shown = lines.flatMap((line) => {
      const name = line.label[0]?.text ?? ''
      const isOfMeans = [card, transfer].some(
        (means) => name === means || name.startsWith(`${means}${counted[0]}`),
      )
      return line.kind === 'amount' && isOfMeans ? [[name, line.amountCentimes]] : []
    })
    expect(shown).toEqual([
      [card, da(34_355)],
      [`${card}${counted}`, da(34_360)],
      [`${card}${difference}`, da(5)],
      [transfer, da(7_405)],
      [`${transfer}${counted}`, da(7_395)],
      [`${transfer}${difference}`, da(-10)],
      [`${transfer}${later}`, da(735)],
    ])
  },
)

test('a copy says so with its number, and money that went out has a line to sign on', () => {
  const document = composeTillPaper(sampleTillContents.refund, 'fr', { ...context, copyNumber: 2 })
  const text = rowsOf(printOn(paperOf({ dots: 576, codePage: 'cp858' }), document))
    .map((row) => row.text)
    .join('\n')
  expect(text).toMatch(/DUPLICATA.2/)
  expect(text).toContain('Signature du client')
  expect(text).toContain(sampleTillContents.refund.body.ref)
  expect(text).toContain('Amina Benabdallah')
})
