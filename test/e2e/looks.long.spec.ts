/**
 * No accessibility rule of WCAG 2.2 AA is broken on any screen, in light and dark, from left and from right; and what the
 * keyboard and a screen reader meet on the main one, in order and by name. Each state stands over a table of answers, so
 * that one browser shows them all.
 */
import { expect, test } from '@playwright/test'
import type { Page } from 'playwright-core'
import { locales } from '#shared/views.ts'
import { messages } from '../../renderer/i18n.ts'
import { looksKey } from '../../renderer/page-storage.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { flawsOf } from '../screens/page-script.ts'
import { looksEvent, type Scene, standScene } from '../screens/scene.ts'
import { busyDay, saleIn } from '../screens/views.ts'
import { refNumber } from '../support/refs.ts'
import { violationsOn } from '../support/wcag.ts'
import { windowMakerOfSpec } from './support/table-window.ts'

/** One state of every screen, the fullest; `npm run screens` looks over all of them. */
const screens = [
  ...['mobile-plans', 'mobile-usual-off', 'internet-number-recents', 'internet-cards', 'cards-search'],
  ...['cards-types', 'cards-quantity', 'review-cards', 'review-bill', 'bill-account-sonelgaz', 'bill-one'],
  ...['bill-biller', 'bill-account-invoice', 'bill-list', 'link-form', 'link-made', 'link-untouched'],
  ...['bill-account-landline', 'link-reference', 'link-failed', 'accounts-addresses', 'accounts-key-refused'],
  ...['accounts-switch', 'accounts-remove', 'accounts-recovery', 'export-saved', 'history-sale'],
  ...['review-repeats', 'lost', 'outcome-refunded', 'outcome-fulfilled-cards', 'sale-choice'],
  ...['closed-key-refused', 'journal-older-copy', 'broken', 'accounts-list', 'accounts-finding', 'backups'],
  ...['settings', 'shop-header', 'help', 'favourites-mobile', 'tour-sale', 'notes'],
  ...['notices', 'notices-unfolded'],
  ...['printer-choose', 'printer-options', 'printer-tried-doubtful', 'print-jobs', 'official-picture'],
  ...['history', 'history-sale-choice', 'export-running', 'reconciliation', 'reconciliation-settle'],
  ...['reconciliation-day-exceptions', 'support-content', 'display-review-bill', 'display-refunded'],
]

const maker = windowMakerOfSpec()

/** What breaks a rule on a scene: French and light, then Arabic and dark, as the window itself changes over. */
async function violationsIn(scene: Scene): Promise<readonly string[]> {
  const window = await standScene(maker, scene, { locale: 'fr', theme: 'light' })
  const { page } = window
  try {
    await expect(page.locator(scene.shows).first()).toBeAttached()
    const inFrench = [...(await violationsOn(page, `${scene.name} fr`)), ...(await flawsOf(page))]
    await window.send(2, [looksEvent(scene, { locale: 'ar', theme: 'dark' })])
    return [
      ...inFrench,
      ...(await violationsOn(page, `${scene.name} ar`, 'of-looks')),
      ...(await flawsOf(page)),
    ]
  } finally {
    await window.close()
  }
}

/** Parts run beside each other, each in a browser of its own. */
const parts = 6
for (const part of Array.from({ length: parts }, (_, place) => place)) {
  test(`every screen, part ${part + 1} of ${parts}`, async () => {
    const violations: string[] = []
    for (const name of screens.filter((_, place) => place % parts === part))
      violations.push(...(await violationsIn(sceneNamed(name))))
    expect(violations).toEqual([])
  })
}

/** A target with its border; a second row would be half as much again. */
const mostOfARowPx = 62

test('services and foot have one row each in the smallest window, whatever the printer says', async () => {
  const scene = sceneNamed('printer-in-trouble')
  const window = await standScene(maker, scene, { locale: 'fr', theme: 'light' })
  const { page } = window
  const trouble = page.locator('[data-look="problem"]')
  await expect(trouble).toHaveAccessibleDescription(/regardez le couteau et le papier/)
  for (const [place, locale] of locales.entries()) {
    await window.send(2 + place, [looksEvent(scene, { locale, theme: 'light' })])
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    const heights = await page
      .locator('.status-bar, .service-tab')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(Math.max(...heights), locale).toBeLessThan(mostOfARowPx)
    // Two words are whole; what is to be done is the description.
    expect(await trouble.locator('span').evaluate((one) => one.scrollWidth - one.clientWidth), locale).toBe(0)
  }
  await window.close()
})

/** Where Tab leads, by name: from the main field once around the window. */
async function tabOrder(page: Page, stops: number): Promise<readonly string[]> {
  const names: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const { activeElement: focused } = document
        const labelled = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : null
        // A chip is drawn for eyes alone.
        const said = focused?.cloneNode(true)
        if (said instanceof Element) for (const one of said.querySelectorAll('[aria-hidden]')) one.remove()
        const label = focused?.getAttribute('aria-label') ?? labelled ?? said?.textContent
        return (label ?? '').trim().replace(/\s+/g, ' ')
      }),
    )
  }
  return names
}

test('Tab goes from the number to what is beside it, then to the sales, the foot and the services', async () => {
  const sales = [saleIn('handling')]
  const scene = sceneNamed('internet-number')
  const window = await standScene(
    maker,
    { ...scene, snapshot: { ...scene.snapshot, sales } },
    { locale: 'fr', theme: 'light' },
  )
  await expect(window.page.locator('#line-number')).toBeFocused()
  const order = await tabOrder(window.page, 32)
  const places = [
    'ADSL',
    'Vérifier le numéro',
    'Retrouver une vente',
    '0661 23 45 67',
    'En ligne',
    'Mobile',
    'Aide',
  ].map((name) => order.findIndex((one) => one.startsWith(name)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(order.filter((name) => name === '')).toEqual([])
  await window.close()
})

test('a change of another sale is announced politely, with what to say', async () => {
  const window = await standScene(
    maker,
    {
      ...sceneNamed('internet-number'),
      snapshot: { ...sceneNamed('internet-number').snapshot, sales: busyDay },
    },
    { locale: 'fr', theme: 'light' },
  )
  const region = window.page.locator('[aria-live="polite"]').first()
  await expect(region).toHaveText('')
  await window.send(2, [
    { kind: 'sale-changed', sale: { ...saleIn('refunded'), ref: busyDay[0]?.ref ?? saleIn('refunded').ref } },
  ])
  await expect(region).toContainText('0661 23 45 67')
  await expect(region).toContainText('Échouée')
  await window.close()
})

/** Far more than a window shows; an eighth of it is more than may ever be drawn. */
const manySales = 800
const mostDrawn = 100

test('of hundreds of open sales those in sight are drawn, and the last is reached', async () => {
  const scene = sceneNamed('very-busy-day')
  const sales = Array.from({ length: manySales }, (_, place) => ({
    ...saleIn('handling'),
    ref: refNumber(manySales - place),
  }))
  const window = await standScene(
    maker,
    { ...scene, snapshot: { ...scene.snapshot, sales } },
    { locale: 'fr', theme: 'light' },
  )
  const rows = window.page.locator('[data-list="open"] li')
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(manySales))
  expect(await rows.count()).toBeLessThan(mostDrawn)
  await window.page.locator('[data-list="open"] .sale-rows').evaluate((list) => {
    list.scrollTop = list.scrollHeight
  })
  await expect(rows.last()).toHaveAttribute('aria-posinset', String(manySales))
  expect(await rows.count()).toBeLessThan(mostDrawn)
  await window.close()
})

test('before the settings arrive the window uses the last language', async () => {
  const { snapshot } = sceneNamed('empty')
  const settings = { ...snapshot.settings, locale: 'ar', theme: 'dark' } as const
  const answer = { ok: true, value: { ...snapshot, settings } } as const
  const first = await maker.open({ 'app.snapshot': answer }, Date.now())
  await expect(first.page.locator('#one-field')).toBeVisible()
  const kept = await first.page.evaluate((): Record<string, string> => ({ ...localStorage }))
  await first.close()

  const second = await maker.open({ 'app.snapshot': 'never' }, Date.now(), 'counter', kept)
  await expect(second.page.locator('main')).toHaveText(messages.ar.app.loading)
  await expect(second.page.locator('html[dir="rtl"][lang="ar"][data-theme="dark"]')).toBeAttached()
  await second.close()

  const spoiled = await maker.open({ 'app.snapshot': 'never' }, Date.now(), 'counter', {
    [looksKey]: '{"locale":1',
  })
  await expect(spoiled.page.locator('main')).toHaveText(messages.fr.app.loading)
  await spoiled.close()
})
