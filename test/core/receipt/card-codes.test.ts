/** Codes of cards on paper: whole, in a face of their own, as large as the paper lets them be, or not printed at all. */
import { describe, expect, test } from 'vitest'
import { composeSlip, isSlipStateOf, slipStateOf } from '#core/receipt/compose.ts'
import { layOut, printAreaOn } from '#core/receipt/layout.ts'
import { lossOf, renderForPrinter } from '#core/receipt/printer-paper.ts'
import { findText } from '../../support/reference-text.ts'
import { drawnDots, isCodeDrawn, isDrawn, paperOf, picturesOf, printOn, rowsOf } from './printed.ts'
import { sampleCards, sampleContext } from './sample-papers.ts'
import { sampleSale } from './sample-sale.ts'

describe('cards', () => {
  test('are on the slip with their whole codes, if these were handed over', () => {
    const document = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', {
      ...sampleContext,
      cards: sampleCards,
    })
    const printed = printOn(paperOf({ dots: 384 }), document)
    for (const { code } of sampleCards) expect(isCodeDrawn(printed, code), code).toBe(true)
    expect(isDrawn(printed, 'Code de la carte 2/3', 384)).toBe(true)
    expect(rowsOf(printed).some(({ text }) => text.includes('0042-7781-0002'))).toBe(true)
    expect(rowsOf(printed).some(({ text }) => text.includes('usage unique'))).toBe(true)
  })

  test.each(drawnDots)(
    'are broken only after hyphens, and are larger than the text around them: %i',
    (dots) => {
      const codes = ['XK4D9-99QF0-7TTRO-M2VB1-0O0O0', 'XK4D-99QF-7TTR-M2VB', '0123456789']
      const cards = codes.map((code) => ({ kind: 'open', code, serial: null }) as const)
      const document = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'ar', {
        ...sampleContext,
        cards,
      })
      const printed = printOn(paperOf({ dots, text: 'raster' }), document)
      for (const code of codes) expect(isCodeDrawn(printed, code), code).toBe(true)
      const look = { weight: 600, isCode: true }
      const [short = ''] = codes.slice(-1)
      const isAt = (sizeDots: number) =>
        picturesOf(printed).some((one) => findText(one, short, { ...look, sizeDots }))
      expect([48, 52, 58].some(isAt)).toBe(true)
    },
  )

  test('a paper that would lack a character of a code is not printed', () => {
    const document = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', {
      ...sampleContext,
      cards: sampleCards,
    })
    const paper = paperOf({ text: 'raster' })
    const placed = layOut(document, paper)
    if (!placed.ok) throw new Error(placed.error.detail)
    const room = printAreaOn(paper)
    const isCode = (row: (typeof placed.value)[number]) =>
      row.kind === 'picture' && row.pieces.some(({ type }) => type.isCode)
    const without = placed.value.filter((row) => row !== placed.value.find(isCode))
    expect([lossOf(document, placed.value, room), lossOf(document, without, room)]).toEqual([
      undefined,
      'a code',
    ])
  })

  test('a code of other signs than printers have is drawn and never written in others', () => {
    const cards = [{ kind: 'open', code: 'Œ-ÀÉ-12', serial: null }] as const
    const document = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', { ...sampleContext, cards })
    const printed = printOn(paperOf(), document)
    expect(rowsOf(printed).some(({ text }) => text.includes('OE-'))).toBe(false)
    expect(isCodeDrawn(printed, 'Œ-ÀÉ-12')).toBe(true)
  })

  test('a long code loses no sign', () => {
    const code = 'https://cards.example/redeem/'.repeat(20)
    const cards = [{ kind: 'open', code, serial: null }] as const
    const document = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', { ...sampleContext, cards })
    // The layout reads itself back, and refuses a paper that lacks one.
    expect(renderForPrinter(document, paperOf({ dots: 384 })).ok).toBe(true)
  })

  test('that are not all here are numbered by how many were ordered', () => {
    const cards = sampleCards.slice(0, 1)
    const slip = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', { ...sampleContext, cards })
    expect(slip.cards.map(({ code }) => code.label[0]?.text)).toEqual(['Code de la carte 1/3'])
  })

  test.each(['fulfilled', 'partly-fulfilled'] as const)(
    '%s: a slip with more of the codes is no copy of one with fewer',
    (phase) => {
      const { cards } = sampleSale('fulfilled', {}, 'gift-card')
      const deliveredCount = phase === 'fulfilled' ? 3 : 2
      const states = [0, 1, 2, 3].slice(0, deliveredCount + 1).map((count) => {
        const here = { deliveredCount, cards: cards.slice(0, count) }
        return slipStateOf(sampleSale(phase, here, 'gift-card'))
      })
      expect(new Set(states).size).toBe(deliveredCount + 1)
      expect(states.at(-1)).toBe(phase === 'fulfilled' ? phase : 'partly-fulfilled-came-2')
    },
  )

  test('whose codes could be kept only later make a slip no copy of the one without them', () => {
    const cards = sampleSale('fulfilled', {}, 'gift-card').cards.slice(0, 2)
    const unsealed = cards.map((card) => ({ ...card, sealed: null }))
    const states = [unsealed, cards].map((here) =>
      slipStateOf(sampleSale('fulfilled', { cards: here }, 'gift-card')),
    )
    expect(states).toEqual(['incomplete-with-0', 'incomplete-with-2'])
  })

  test.each([
    ['incomplete', true],
    ['incomplete-with-1', true],
    ['incomplete-with-2', false],
    ['fulfilled', false],
  ])('of which one of three is here: a slip that showed %s shows the same: %s', (state, isSame) => {
    const cards = sampleSale('fulfilled', {}, 'gift-card').cards.slice(0, 1)
    expect(isSlipStateOf(state, sampleSale('fulfilled', { cards }, 'gift-card'))).toBe(isSame)
  })

  test('that could not be opened leave their line empty', () => {
    const cards = [{ kind: 'no-key' }, sampleCards[1]] as const
    const slip = composeSlip(sampleSale('fulfilled', {}, 'gift-card'), 'fr', { ...sampleContext, cards })
    expect(slip.cards.map(({ code }) => code.label[0]?.text)).toEqual(['Code de la carte 2/3'])
  })
})
