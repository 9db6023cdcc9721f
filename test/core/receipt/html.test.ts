import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { composeSlip } from '#core/receipt/compose.ts'
import { renderHtml } from '#core/receipt/html.ts'
import { cleanText } from '#core/receipt/lines.ts'
import { formatDinars } from '#shared/money.ts'
import { emptyShop } from '#shared/shop.ts'
import { amountsIn, anySale, outside, tame, tamed } from './any-sale.ts'
import { tagsOf, wordsOf } from './read-page.ts'
import { kindsAndPhases, sampleSale, soldAtMs } from './sample-sale.ts'

const languages = ['fr', 'ar', 'both'] as const
const widths = [58, 80] as const
const shop = { ...emptyShop, name: 'El Baraka' }
const context = { shop, environment: 'training', nowMs: soldAtMs } as const

describe('a page', () => {
  const cases = kindsAndPhases.flatMap(([kind, phase]) =>
    languages.flatMap((language) => widths.map((width) => [kind, phase, language, width] as const)),
  )

  test.each(cases)('of %s that is %s, in %s on %i mm, is whole', (kind, phase, language, width) => {
    const sale = sampleSale(phase, {}, kind)
    const slip = composeSlip(sale, language, context)
    const page = renderHtml(slip, width)
    const words = wordsOf(page)
    const said = [slip.title, slip.notice, slip.total.label, slip.currency, slip.mark, slip.warning]
    for (const { text } of said.flatMap((wording) => wording ?? [])) expect(words).toContain(text)
    const amounts = [slip.total, ...slip.lines].flatMap((line) =>
      line.kind === 'amount' ? formatDinars(line.amountCentimes) : [],
    )
    for (const text of [slip.subject.text, ...amounts, sale.ref]) expect(words).toContain(text)
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

/** Every amount that a slip of this sale shows, as it is written. */
const amountsOf = (sale: StoredSale): readonly string[] => {
  const { lines, total } = composeSlip(sale, 'fr', context)
  return [total, ...lines].flatMap((line) =>
    line.kind === 'amount' ? formatDinars(line.amountCentimes) : [],
  )
}

describe('whatever a shop is called and whatever the service says of what was bought', () => {
  const anyPage = [fc.constantFrom(...languages), fc.constantFrom(...widths), outside] as const

  test('the amounts and the ref are on the slip, whole', () => {
    fc.assert(
      fc.property(anySale, ...anyPage, (sale, language, width, shopName) => {
        const words = wordsOf(
          renderHtml(
            composeSlip(sale, language, { ...context, shop: { ...emptyShop, name: shopName } }),
            width,
          ),
        )
        for (const text of [...amountsOf(sale), sale.ref]) expect(words).toContain(text)
        for (const amountCentimes of amountsIn(sale.order)) {
          if (amountCentimes > 0) expect(words).toContain(formatDinars(amountCentimes))
        }
      }),
    )
  })

  test('it is shown as text and never becomes markup', () => {
    fc.assert(
      fc.property(anySale, ...anyPage, (sale, language, width, shopName) => {
        const page = (of: StoredSale, name: string) =>
          renderHtml(composeSlip(of, language, { ...context, shop: { ...emptyShop, name } }), width)
        // How large the subject is written follows its length, which is tamed as well.
        const tagsIn = (text: string) => tagsOf(text).map((tag) => tag.replace(/subject-(large|medium)/, ''))
        expect(tagsIn(page(sale, shopName))).toEqual(tagsIn(page(tamed(sale), tame(shopName))))
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
