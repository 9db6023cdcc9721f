/** Whatever the service and the shop say: no slip lacks or cuts a money line, or the ref. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresOf } from '#core/receipt/blocks.ts'
import { composeSlip } from '#core/receipt/compose.ts'
import { codePages, headDots } from '#shared/printer-models.ts'
import { emptyShop } from '#shared/shop.ts'
import { RUNS } from '../../support/effort.ts'
import { anySale, outside } from './any-sale.ts'
import { asText, isDrawn, paperOf, printOn, rowsOf } from './printed.ts'
import { soldAtMs } from './sample-sale.ts'

const anyShop = fc
  .record({
    name: outside,
    address: fc.array(outside, { maxLength: 4 }),
    phones: fc.array(outside, { maxLength: 4 }),
    footer: outside,
  })
  .map((fields) => ({ ...emptyShop, ...fields }))

const anyContext = fc.record({
  shop: anyShop,
  environment: fc.constantFrom('training', 'sandbox', 'production'),
  nowMs: fc.constant(soldAtMs),
  copyNumber: fc.nat({ max: 9_999 }),
  cards: fc.array(
    fc.record({ kind: fc.constant('open' as const), code: outside, serial: fc.option(outside) }),
    { maxLength: 3 },
  ),
} as const)

const anyDots = fc.constantFrom(...headDots)
const anyCodePage = fc.constantFrom(...codePages)

test('as printer text', () => {
  fc.assert(
    fc.property(anySale, anyContext, anyDots, anyCodePage, (sale, context, dots, codePage) => {
      const document = composeSlip(sale, 'fr', context)
      const printed = printOn(paperOf({ dots, codePage }), document)
      const rows = rowsOf(printed)
      expect(printed.filter(({ kind }) => kind === 'unknown')).toEqual([])
      expect(rows.filter(({ isOverflow }) => isOverflow)).toEqual([])
      const ends = rows.map(({ text }) => ` ${text.trim()}`)
      for (const figure of figuresOf(document)) {
        expect(
          // Beside a name that the code page cannot write it is drawn.
          ends.some((row) => row.endsWith(` ${asText(figure)} DA`)) || isDrawn(printed, figure, dots),
          figure,
        ).toBe(true)
      }
      expect(ends).toContain(` ${sale.ref}`)
    }),
    { numRuns: RUNS },
  )
})

/** Pictures take their time: fewer of them, and the amount that counts. */
const PICTURE_RUNS = Math.ceil(RUNS / 10)

test('as a picture', () => {
  const anyLanguage = fc.constantFrom('ar', 'both', 'fr')
  fc.assert(
    fc.property(anySale, anyContext, anyDots, anyLanguage, (sale, context, dots, language) => {
      const document = composeSlip(sale, language, context)
      const printed = printOn(paperOf({ dots, text: 'raster' }), document)
      for (const text of [...new Set(figuresOf(document)), sale.ref]) {
        expect(isDrawn(printed, text, dots), text).toBe(true)
      }
    }),
    { numRuns: PICTURE_RUNS },
  )
})
