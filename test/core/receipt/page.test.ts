import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSlipAsset, renderSlipPage } from '#core/receipt/html.ts'
import ar from '#shared/locales/slip/ar.json' with { type: 'json' }
import fr from '#shared/locales/slip/fr.json' with { type: 'json' }
import { makeRef } from '#shared/ref.ts'
import { emptyShop } from '#shared/shop.ts'
import { parseSlipPath, slipPath } from '#shared/slip-page.ts'
import { sampleRef, sampleSale, soldAtMs } from './sample-sale.ts'

const context = {
  shop: { ...emptyShop, name: 'El Baraka' },
  environment: 'sandbox',
  nowMs: soldAtMs,
} as const

test('the page of a slip is served at its path', () => {
  const page = parseSlipPath(slipPath({ ref: sampleRef, language: 'both', widthMm: 58 }))
  if (!page) throw new Error('the path of a slip was not read back')
  const answer = renderSlipPage(sampleSale('refunded'), page, context)
  expect(answer).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' })
  expect(answer.body).toContain('<body class="paper-58 in-both">')
  expect(answer.body).toContain('À rendre au client')
  expect(answer.body).toContain('يُرجَع إلى الزبون')
})

test('a slip is never made for another sale than the one asked for', () => {
  const other = makeRef(soldAtMs, new Uint8Array(10))
  const page = { ref: other, language: 'fr', widthMm: 80 } as const
  expect(() => renderSlipPage(sampleSale('fulfilled'), page, context)).toThrow(other)
})

test('the stylesheet of the page is served, and no other path', () => {
  const page = { ref: sampleRef, language: 'ar', widthMm: 80 } as const
  const { body } = renderSlipPage(sampleSale('fulfilled'), page, context)
  const linked = [...body.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1] ?? '')
  expect(linked).toHaveLength(1)
  expect(readSlipAsset(linked[0] ?? '')).toMatchObject({
    status: 200,
    contentType: 'text/css; charset=utf-8',
  })
  for (const path of ['/slip/', '/slip/slip.css?x', '/slip/../slip.css', '']) {
    expect(readSlipAsset(path)).toBeUndefined()
  }
})

test('the stylesheet loads only the app’s own fonts', () => {
  const css = readSlipAsset('/slip/slip.css')?.body ?? ''
  const asked = [...css.matchAll(/url\('([^']*)'\)/g)].map((match) => match[1] ?? '')
  const carried = readdirSync(new URL('../../../resources/public/fonts/', import.meta.url))
  expect(asked.length).toBeGreaterThan(0)
  for (const path of asked) expect(carried.map((file) => `/fonts/${file}`)).toContain(path)
  expect(css).not.toMatch(/@import|https?:/)
})

test('French and Arabic have the same texts', () => {
  expect(keysOf(ar)).toEqual(keysOf(fr))
})

function keysOf(texts: object, under = ''): readonly string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${under}${key}`] : keysOf(value, `${under}${key}.`),
  )
}
