/** Whose a sale is, at a glance: the chip's letters and colour, and the Arabic name beside the Latin one. */
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { type Operator, operators } from '#shared/phone.ts'
import { billers, billPartners } from '#shared/products/bill.ts'
import { billPractice } from '#shared/products/bill-practice.ts'
import type { OrderOf } from '#shared/products/orders.ts'
import { type ChipFace, chipTones } from '#shared/products/product.ts'
import type { Locale } from '#shared/views.ts'
import { LanguageProvider } from '../../renderer/counter-context.tsx'
import { BillPracticeList, PartnerName } from '../../renderer/products/bill/looks.tsx'
import { looks } from '../../renderer/products/looks.tsx'
import { arabicPlanName, OperatorName, operatorChip } from '../../renderer/products/mobile/names.tsx'
import { readSource } from '../tidy/sources.ts'

const drawn = (locale: Locale, children: ReactNode): string =>
  renderToStaticMarkup(createElement(LanguageProvider, { locale, children }))

const brand = (productTitle: string): ChipFace =>
  looks['gift-card'].chipOf({ kind: 'gift-card', productTitle } as OrderOf<'gift-card'>)

const internet = (type: '4G' | 'ADSL'): ChipFace =>
  looks.internet.chipOf({ kind: 'internet', type } as OrderOf<'internet'>)

/** Everything with marks of its own that one list of sales may show together. */
const faces: Readonly<Record<string, ChipFace>> = {
  ...Object.fromEntries(operators.map((operator) => [operator, operatorChip(operator)])),
  ...Object.fromEntries(billPartners.map((partner) => [partner, billers[partner].chip])),
  'Algérie Télécom, a line': internet('ADSL'),
  '4G': internet('4G'),
}

describe('a chip', () => {
  test('has letters of its own in its list, except one brand that sells lines and sends bills', () => {
    const owners = Map.groupBy(Object.keys(faces), (name) => faces[name]?.initials)
    const sharing = [...owners.values()].filter(({ length }) => length > 1)
    expect(sharing).toEqual([['Algérie Télécom', 'Algérie Télécom, a line']])
  })

  test('has a colour that no other of its kind has', () => {
    for (const kind of [
      operators.map((one) => operatorChip(one)),
      billPartners.map((one) => billers[one].chip),
    ])
      expect(new Set(kind.map(({ tone }) => tone)).size).toBe(kind.length)
  })

  test.each([
    ['Google Play', 'Go'],
    ['Garena', 'Ga'],
    ['Steam', 'St'],
    ['PUBG Mobile', 'Pu'],
    ['  «\u00a0Xbox\u00a0»', 'Xb'],
    ['8 Ball Pool', '8b'],
    ['X', 'X'],
    ['بطاقات', 'بط'],
    ['***', '?'],
  ])('of the brand %s says %s', (title, initials) => {
    expect(brand(title).initials).toBe(initials)
  })

  test('of an unknown operator is not an operator’s', () => {
    expect(operatorChip(null).initials).toBe('?')
  })
})

// The contrast of two colours as WCAG 2 computes it.

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
const luminance = (hex: string): number => {
  const linear = channels(hex).map((value) =>
    value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  const [red = 0, green = 0, blue = 0] = linear
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe('the colours of chips', () => {
  const sheet = readSource('renderer/components/chip.module.css')
  const ink = /\n {2}color: (#\p{Hex_Digit}{6});/u.exec(sheet)?.[1] ?? ''
  const groundOf = (tone: string): string =>
    new RegExp(`\\[data-tone="${tone}"\\] \\{\\s*--chip-ground: (#[0-9a-f]{6});`).exec(sheet)?.[1] ?? ''

  test('are the same in light and in dark, so that a brand keeps its own', () => {
    expect(sheet).not.toMatch(
      /light-dark|data-theme|prefers-color-scheme|var\(--(?!chip-ground|radius|text|space)/,
    )
  })

  test.each(chipTones)('%s keeps a contrast of 4.5 against the letters on it', (tone) => {
    expect([ink, groundOf(tone)]).toEqual([expect.stringMatching(/^#/), expect.stringMatching(/^#/)])
    expect(contrast(ink, groundOf(tone))).toBeGreaterThanOrEqual(4.5)
  })
})

test('contrast is computed as in the WCAG examples', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe('an Arabic screen', () => {
  test.each<[Operator, string]>([
    ['Mobilis', 'موبيليس'],
    ['Djezzy', 'جازي'],
    ['Ooredoo', 'أوريدو'],
  ])('names %s in Arabic, with the Latin name beside it', (operator, arabic) => {
    const name = createElement(OperatorName, { operator })
    expect(drawn('ar', name)).toMatch(new RegExp(`${arabic}.*${operator}`))
    expect(drawn('fr', name)).not.toContain(arabic)
  })

  test.each([
    ['ADE', 'الجزائرية للمياه'],
    ['SONELGAZ', 'سونلغاز'],
    ['SEAAL', 'سيال'],
    ['AADL', 'عدل'],
    ['Algérie Télécom', 'اتصالات الجزائر'],
  ] as const)('names %s in Arabic, in the list to practise with too', (partner, arabic) => {
    expect(drawn('ar', createElement(PartnerName, { partner }))).toMatch(new RegExp(`${arabic}.*${partner}`))
    if (billPractice.some((account) => account.partner === partner))
      expect(drawn('ar', createElement(BillPracticeList))).toMatch(new RegExp(`<h4>.*${arabic}.*${partner}`))
  })

  test('misses no operator and no biller', () => {
    for (const operator of operators)
      expect(drawn('ar', createElement(OperatorName, { operator }))).toMatch(/\p{Script=Arabic}/u)
    for (const partner of billPartners)
      expect(drawn('ar', createElement(PartnerName, { partner }))).toMatch(/\p{Script=Arabic}/u)
  })

  test.each([
    ['Mobilis prépayé', 'موبيليس مسبق الدفع'],
    ['Prépayé', 'مسبق الدفع'],
    ['Djezzy Hayla 1 500', 'جازي هايلة · \u20661\u00A0500\u2069'],
    ['Internet 2 000, 30 jours', 'إنترنت · \u20662\u00A0000\u2069 · \u206630\u2069 يوما'],
    ['Internet 1 jour', 'إنترنت · \u20661\u2069 يوم'],
    ['Appels 7 jours', 'مكالمات · \u20667\u2069 أيام'],
    ['Facture Mobilis', 'موبيليس فاتورة'],
    ['Offres Mobilis', 'عروض موبيليس'],
    ['Pixx 500', undefined],
  ])('names the plan %s as %s', (latin, arabic) => {
    expect(arabicPlanName(latin)).toBe(arabic)
  })
})
