import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { cleanText } from '#core/receipt/clean-text.ts'
import { composeSlip } from '#core/receipt/compose.ts'
import { renderHtml } from '#core/receipt/html.ts'
import { centimes, formatDinars } from '#shared/money.ts'
import { makeRef } from '#shared/ref.ts'
import { salePhases } from '#shared/states/sale.ts'
import { tagsOf, wordsOf } from './read-page.ts'
import { sampleSale, soldAtMs } from './sample-sale.ts'

const languages = ['fr', 'ar', 'both'] as const
const widths = [58, 80] as const
const context = { shopName: 'El Baraka', environment: 'training', nowMs: soldAtMs } as const

describe('a page', () => {
  const cases = salePhases.flatMap((phase) =>
    languages.flatMap((language) => widths.map((width) => [phase, language, width] as const)),
  )

  test.each(cases)('of a sale that is %s, in %s on %i mm, is whole', (phase, language, width) => {
    const sale = sampleSale(phase)
    const slip = composeSlip(sale, language, context)
    const page = renderHtml(slip, width)
    const words = wordsOf(page)
    const said = [slip.title, slip.notice, slip.total.label, slip.currency, slip.mark, slip.warning]
    for (const { text } of said.flatMap((wording) => wording ?? [])) expect(words).toContain(text)
    for (const text of ['023\u00a045\u00a067\u00a089', '2\u00a0050', '2\u00a0000', sale.ref, '12****89']) {
      expect(words).toContain(text)
    }
    expect(page).toContain(`<body class="paper-${width} `)
    expect(page).toMatch(language === 'ar' ? /<html lang="ar" dir="rtl">/ : /<html lang="fr" dir="ltr">/)
    expect(page).not.toMatch(/<script|<style|style=|\son\w+=/)
    expect(words.join(' ')).not.toContain(formatDinars(sale.costCentimes))
  })

  test('opens and closes every element in order', () => {
    const open: string[] = []
    for (const tag of tagsOf(renderHtml(composeSlip(sampleSale('queued'), 'both', context), 58))) {
      const [, closing, name = ''] = /^<(\/?)([a-z0-9]+)/.exec(tag) ?? []
      if (closing) expect(open.pop()).toBe(name)
      else if (!['', 'meta', 'link'].includes(name)) open.push(name)
    }
    expect(open).toEqual([])
  })

  test('isolates every figure and code from the direction of the text around it', () => {
    const page = renderHtml(composeSlip(sampleSale('fulfilled'), 'ar', context), 80)
    for (const text of ['2\u00a0050', '023\u00a045\u00a067\u00a089', 'TESTTRANS', '20/11/2026\u00a014:05']) {
      expect(page).toContain(`<bdi dir="ltr">${text}</bdi>`)
    }
  })

  test.each([[Number.NaN], [0.5], [Number.POSITIVE_INFINITY], [2 ** 60]])(
    'is refused for an amount of %d, which is not money',
    (broken) => {
      const slip = composeSlip(sampleSale('fulfilled'), 'fr', context)
      const total = { ...slip.total, amountCentimes: broken as typeof slip.total.amountCentimes }
      expect(() => renderHtml({ ...slip, total }, 58)).toThrow(RangeError)
      const lines = slip.lines.map((line) => (line.kind === 'amount' ? { ...line, ...total } : line))
      expect(() => renderHtml({ ...slip, lines }, 58)).toThrow(RangeError)
    },
  )
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='x",
  '&amp;lt;b&gt;',
  '</bdi></main>',
  '\u202e000 2\u202c',
  '\u2069\u2069\u200f12',
  '\ud800',
  'محل البركة',
  '\u0000\u001b@',
]
const outside = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
)
const amount = fc.integer({ min: 0, max: 10_000_000_000_000 }).map(centimes)

const anySale: fc.Arbitrary<StoredSale> = fc
  .record({
    phase: fc.constantFrom(...salePhases),
    price: amount,
    value: amount,
    number: outside,
    customerNumber: outside,
    offer: fc.option(outside),
    transactionNumber: fc.option(outside),
    atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    chance: fc.uint8Array({ minLength: 10, maxLength: 10 }),
  })
  .map(({ phase, price, value, number, customerNumber, offer, transactionNumber, atMs, chance }) =>
    sampleSale(phase, {
      ref: makeRef(atMs, chance),
      order: { kind: 'internet', type: 'ADSL', number, valueCentimes: value },
      subscriber: { customerNumber, offer },
      transactionNumber,
      priceCentimes: price,
      recordedAtMs: atMs,
    }),
  )

describe('whatever a shop is called and whatever the service says of a line', () => {
  const anyPage = [fc.constantFrom(...languages), fc.constantFrom(...widths), outside] as const

  test('the amounts and the ref are on the slip, whole', () => {
    fc.assert(
      fc.property(anySale, ...anyPage, (sale, language, width, shopName) => {
        const words = wordsOf(renderHtml(composeSlip(sale, language, { ...context, shopName }), width))
        expect(words).toContain(formatDinars(sale.priceCentimes))
        expect(words).toContain(formatDinars(sale.order.valueCentimes))
        expect(words).toContain(sale.ref)
      }),
    )
  })

  test('it is shown as text and never becomes markup', () => {
    fc.assert(
      fc.property(anySale, ...anyPage, (sale, language, width, shopName) => {
        const page = (of: StoredSale, name: string) =>
          renderHtml(composeSlip(of, language, { ...context, shopName: name }), width)
        const tame = (text: string) => (cleanText(text) === '' ? '' : 'x')
        const tamed: StoredSale = {
          ...sale,
          order: { ...sale.order, number: tame(sale.order.number) },
          subscriber: {
            customerNumber: tame(sale.subscriber?.customerNumber ?? ''),
            offer: tame(sale.subscriber?.offer ?? ''),
          },
          transactionNumber: tame(sale.transactionNumber ?? ''),
        }
        expect(tagsOf(page(sale, shopName))).toEqual(tagsOf(page(tamed, tame(shopName))))
        if (cleanText(shopName) !== '') expect(wordsOf(page(sale, shopName))).toContain(cleanText(shopName))
      }),
    )
  })
})

describe('text from outside', () => {
  test.each([
    ['  El\tBaraka \r\n Télécom ', 'El Baraka Télécom'],
    ['\u202e1 000\u202c DA\u2069', '1 000 DA'],
    ['a\u0000b\u001b[31m', 'ab[31m'],
    ['\u200f\u200b\ufeff', ''],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['\ud800!', '\ufffd!'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
  ])('%j is put on paper as %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })
})
