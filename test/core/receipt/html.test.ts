import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { cleanText } from '#core/receipt/clean-text.ts'
import { composeSlip } from '#core/receipt/compose.ts'
import { renderHtml } from '#core/receipt/html.ts'
import { centimes, formatDinars } from '#shared/money.ts'
import type { Order } from '#shared/orders.ts'
import { makeRef } from '#shared/ref.ts'
import { tagsOf, wordsOf } from './read-page.ts'
import { kindsAndPhases, sampleOrders, sampleSale, soldAtMs } from './sample-sale.ts'

const languages = ['fr', 'ar', 'both'] as const
const widths = [58, 80] as const
const context = { shopName: 'El Baraka', environment: 'training', nowMs: soldAtMs } as const

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

/** The same order with every text that comes from outside, and every amount, replaced. */
function withTexts(order: Order, texts: readonly [string, string, string], amounts: Amounts): Order {
  const [first, second, third] = texts
  const [value, other] = amounts
  switch (order.kind) {
    case 'internet':
      return { ...order, number: first, valueCentimes: value }
    case 'mobile':
      return { ...order, number: first, planName: second, amountCentimes: value }
    case 'gift-card':
      return { ...order, productTitle: first, typeName: second, unitCentimes: value }
    case 'bill': {
      const bills = order.bills.map((bill) => ({
        ...bill,
        label: second,
        period: third,
        amountCentimes: value,
      }))
      return { ...order, accountNumber: first, bills, feeCentimes: other }
    }
  }
}

type Amounts = readonly [ReturnType<typeof centimes>, ReturnType<typeof centimes>]

/** Small enough that a hundred cards of it are money as well. */
const unit = fc.integer({ min: 0, max: 100_000_000_000 }).map(centimes)

const anySale: fc.Arbitrary<StoredSale> = fc
  .record({
    kindAndPhase: fc.constantFrom(...kindsAndPhases),
    price: amount,
    amounts: fc.tuple(unit, unit),
    texts: fc.tuple(outside, outside, outside),
    customerNumber: outside,
    offer: fc.option(outside),
    transactionNumber: fc.option(outside),
    atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    chance: fc.uint8Array({ minLength: 10, maxLength: 10 }),
  })
  .map(({ kindAndPhase: [kind, phase], price, amounts, texts, atMs, chance, ...told }) => {
    const { customerNumber, offer, transactionNumber } = told
    return sampleSale(
      phase,
      {
        ref: makeRef(atMs, chance),
        order: withTexts(sampleOrders[kind], texts, amounts),
        subscriber: { customerNumber, offer },
        transactionNumber,
        priceCentimes: price,
        recordedAtMs: atMs,
      },
      kind,
    )
  })

/** Every amount that a slip of this sale shows, as it is written. */
const amountsOf = (sale: StoredSale): readonly string[] => {
  const { lines, total } = composeSlip(sale, 'fr', context)
  return [total, ...lines].flatMap((line) =>
    line.kind === 'amount' ? formatDinars(line.amountCentimes) : [],
  )
}

const tame = (text: string) => (cleanText(text) === '' ? '' : 'x')

/** The same sale with harmless texts: where the real one showed something, so does this one. */
function tamed(sale: StoredSale): StoredSale {
  const { order, subscriber, transactionNumber } = sale
  const texts = textsOf(order).map(tame)
  const [first = '', second = '', third = ''] = texts
  return {
    ...sale,
    order: withTexts(order, [first, second, third], amountsIn(order)),
    subscriber: {
      customerNumber: tame(subscriber?.customerNumber ?? ''),
      offer: tame(subscriber?.offer ?? ''),
    },
    transactionNumber: tame(transactionNumber ?? ''),
  }
}

function textsOf(order: Order): readonly string[] {
  switch (order.kind) {
    case 'internet':
      return [order.number]
    case 'mobile':
      return [order.number, order.planName]
    case 'gift-card':
      return [order.productTitle, order.typeName]
    case 'bill':
      return [order.accountNumber, order.bills[0]?.label ?? '', order.bills[0]?.period ?? '']
  }
}

function amountsIn(order: Order): Amounts {
  const none = centimes(0)
  switch (order.kind) {
    case 'internet':
      return [order.valueCentimes, none]
    case 'mobile':
      return [order.amountCentimes, none]
    case 'gift-card':
      return [order.unitCentimes, none]
    case 'bill':
      return [order.bills[0]?.amountCentimes ?? none, order.feeCentimes]
  }
}

describe('whatever a shop is called and whatever the service says of what was bought', () => {
  const anyPage = [fc.constantFrom(...languages), fc.constantFrom(...widths), outside] as const

  test('the amounts and the ref are on the slip, whole', () => {
    fc.assert(
      fc.property(anySale, ...anyPage, (sale, language, width, shopName) => {
        const words = wordsOf(renderHtml(composeSlip(sale, language, { ...context, shopName }), width))
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
          renderHtml(composeSlip(of, language, { ...context, shopName: name }), width)
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
