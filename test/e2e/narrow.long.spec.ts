/**
 * Where room is scarce: eight sales that wait and eight of the day stand in the window of a cheap PC; in a narrow one with
 * notes at its foot what has the focus stays in sight, the end of the page too, and the tour.
 */
import { expect, test } from '@playwright/test'
import type { Browser, Page } from 'playwright-core'
import { centimes } from '#shared/money.ts'
import type { Locale } from '#shared/views.ts'
import { sceneNamed } from '../screens/all-scenes.ts'
import { readOwnPage } from '../screens/own-pages.ts'
import { ok, type Scene, standScene } from '../screens/scene.ts'
import { orders, reviewFor, saleIn } from '../screens/views.ts'
import { createWindowMaker, launchChromium, type WindowPage } from '../support/window-page.ts'

const windows = [
  { width: 900, height: 700, scale: 1 },
  { width: 512, height: 384, scale: 2 },
].flatMap((size) => (['fr', 'ar'] as const).map((locale) => ({ size, locale })))

/** More than there are. */
const mostStops = 60

let browser: Browser
test.beforeAll(async () => {
  browser = await launchChromium()
})
test.afterAll(() => browser.close())

/** The scene, in the window of that size, beside sales that changed while nobody was notified. */
const withNotes = (name: string, change: Partial<Scene['snapshot']['settings']> = {}): Scene => {
  const { snapshot, ...scene } = sceneNamed(name)
  const { sales } = sceneNamed('notes').snapshot
  return { ...scene, snapshot: { ...snapshot, sales, settings: { ...snapshot.settings, ...change } } }
}

async function showScene(
  scene: Scene,
  size: (typeof windows)[number]['size'],
  locale: Locale,
): Promise<WindowPage> {
  const maker = createWindowMaker(browser, size, readOwnPage)
  return standScene(maker, scene, { locale, theme: 'light' })
}

/** How much of the element has nothing before it, of its middle and the two edges over and under it. */
const inSight = (page: Page, selector: string): Promise<{ readonly points: number; readonly name: string }> =>
  page.evaluate((wanted) => {
    const found = wanted === ':focus' ? document.activeElement : document.querySelector(wanted)
    // A radio button is drawn by its label.
    const element = found?.closest('label') ?? found
    if (!element) return { points: 0, name: 'nothing' }
    const { left, width, top, bottom } = element.getBoundingClientRect()
    const middle = left + width / 2
    const hits = [top + 3, (top + bottom) / 2, bottom - 3].map((y) => document.elementFromPoint(middle, y))
    const name = (element.textContent || element.className).slice(0, 40)
    return { points: hits.filter((hit) => element.contains(hit)).length, name }
  }, selector)
const expectInSight = async (page: Page, selector: string): Promise<void> =>
  expect((await inSight(page, selector)).points, selector).toBeGreaterThan(0)
const expectWhollyInSight = async (page: Page, selector: string): Promise<void> => {
  // The button that sells lets the pointer through while it rests.
  await expect(page.locator('[data-resting]')).toHaveCount(0)
  expect((await inSight(page, selector)).points, selector).toBe(3)
}

test('the foot of the counter is in sight in the smallest window', async () => {
  // 1024 by 640 with the frame of any system.
  for (const locale of ['fr', 'ar'] as const) {
    const { page, close } = await showScene(
      sceneNamed('mobile-plans'),
      { width: 1024, height: 604, scale: 1 },
      locale,
    )
    await expect(page.locator('.plan-tile').first()).toBeVisible()
    await expectWhollyInSight(page, '.status-bar .account:last-child')
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
    await close()
  }
})

/** A finger's target. */
const targetPx = 44
const kinds = [orders.mobile, orders.lte, orders.cards, orders.bill]
const eight = (phase: 'handling' | 'fulfilled', from: number) =>
  Array.from({ length: 8 }, (_, place) =>
    saleIn(phase, kinds[place % kinds.length] ?? orders.mobile, {}, from + place),
  )

for (const locale of ['fr', 'ar', 'en'] as const) {
  test(`${locale}: eight open sales and eight of today stand in 1366x768, nothing is scrolled`, async () => {
    const scene = sceneNamed('start-busy')
    const shifts = { ...scene.snapshot.settings.till, shifts: true }
    const { page, close } = await showScene(
      {
        ...scene,
        snapshot: {
          ...scene.snapshot,
          sales: [...eight('handling', 1), ...eight('fulfilled', 9)],
          settings: { ...scene.snapshot.settings, till: shifts },
        },
      },
      { width: 1366, height: 768, scale: 1 },
      locale,
    )
    await expect(page.locator('.sale-row')).toHaveCount(16)
    const rows = await page.locator('.sale-row').evaluateAll((found) =>
      found.map((row) => {
        const { top, bottom, left, right, height } = row.getBoundingClientRect()
        const frame = row.closest('.sale-rows')?.getBoundingClientRect()
        if (!frame) return { height, isWhole: false }
        const isWhole =
          top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right
        return { height, isWhole }
      }),
    )
    expect(rows.filter(({ isWhole }) => isWhole)).toHaveLength(16)
    expect(Math.min(...rows.map(({ height }) => height))).toBeGreaterThanOrEqual(targetPx)
    expect(Math.max(...rows.map(({ height }) => height))).toBeLessThan(targetPx + 2)
    expect(
      await page
        .locator('.sale-rows')
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth)),
    ).toEqual([0, 0])
    await close()
  })
}

const besideNotices = [
  { width: 1024, height: 768, scale: 1 },
  { width: 1280, height: 800, scale: 1 },
  { width: 1366, height: 768, scale: 1 },
].flatMap((size) => (['fr', 'ar'] as const).map((locale) => ({ size, locale })))
for (const { size, locale } of besideNotices) {
  test(`${size.width}x${size.height} ${locale}: two notices and what is to be done leave two open sales in sight`, async () => {
    const { page, close } = await showScene(sceneNamed('till-noticed'), size, locale)
    await expectWhollyInSight(page, '.to-do-sale [data-look="main"]')
    for (const place of [1, 2])
      await expectWhollyInSight(page, `[data-list="open"] > .sale-rows li:nth-child(${place}) .sale-row`)
    // The most urgent of the two, whole, with a sign of the other; a press unfolds it.
    const notices = page.locator('[data-notice]')
    await expect(notices).toHaveCount(1)
    await expectWhollyInSight(page, '[data-notice="accounts-lost"] [data-testid="accept-loss"]')
    await expectWhollyInSight(page, '[data-testid="notices-fold"]')
    await page.locator('[data-testid="notices-fold"]').click()
    await expect(notices).toHaveCount(2)
    await expectWhollyInSight(page, '[data-notice="no-backup"]')
    await page.locator('[data-testid="notices-fold"]').click()
    await expect(notices).toHaveCount(1)
    await close()
  })
}

for (const { size, locale } of windows) {
  const where = `${size.width}x${size.height} ${locale}`

  test(`${where}: the button that sells is in sight as it has the focus`, async () => {
    const { page, close } = await showScene(withNotes('review-mobile'), size, locale)
    await expect(page.locator('.notes')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('#pay button')).toBeFocused()
    await expectWhollyInSight(page, ':focus')
    await close()
  })

  test(`${where}: every stop of Tab is in sight, and so is the end of the page`, async () => {
    const { page, close } = await showScene(withNotes('mobile-plans'), size, locale)
    await expect(page.locator('.plan-tile').first()).toBeVisible()
    const hidden: string[] = []
    for (let stop = 0; stop < mostStops; stop += 1) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) break
      const { points, name } = await inSight(page, ':focus')
      if (points === 0) hidden.push(name)
    }
    expect(hidden).toEqual([])
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expectWhollyInSight(page, '.status-bar .account:last-child')
    await close()
  })

  test(`${where}: the tour and the notes stand beside each other`, async () => {
    const { page, close } = await showScene(withNotes('mobile-number', { tourDone: false }), size, locale)
    await expect(page.locator('.notes')).toBeVisible()
    await expectWhollyInSight(page, '.tour h2')
    await expectInSight(page, '.notes .sale-note-head')
    await page.locator('.tour .button').first().focus()
    await expectWhollyInSight(page, ':focus')
    await page.locator('#line-number').focus()
    await expectWhollyInSight(page, ':focus')
    await close()
  })
}

const zoomedWindows = [
  { width: 512, height: 384, scale: 2 },
  { width: 960, height: 540, scale: 2 },
].flatMap((size) => (['fr', 'ar'] as const).map((locale) => ({ size, locale })))

for (const { size, locale } of zoomedWindows) {
  test(`${size.width}x${size.height} ${locale}: the means of payment stand over the button that sells, both in sight`, async () => {
    for (const name of ['till-review-means', 'review-mobile']) {
      const { page, close } = await showScene(withTheTill(name), size, locale)
      await expect(page.locator('#pay button')).toBeVisible()
      await expectWhollyInSight(page, '[data-testid="means"]')
      await expectWhollyInSight(page, '#pay button')
      const [means, pay] = [await boxesOf(page, '[data-testid="means"]'), await boxesOf(page, '#pay button')]
      expect(means[0]?.bottom).toBeLessThan(pay[0]?.top ?? 0)
      await expectWhollyInSight(page, '.review-number')
      await expectWhollyInSight(page, '.review-money [data-main] dd')
      await close()
    }
  })
}

for (const { size, locale } of zoomedWindows) {
  test(`${size.width}x${size.height} ${locale}: a sale beyond the limit keeps its figures and why it stops in sight; the limit is reached`, async () => {
    const { page, close } = await showScene(sceneNamed('carnet-over-limit'), size, locale)
    await expect(page.locator('#pay button')).toBeVisible()
    const read = [
      '.review-number',
      '.review-money [data-main] dd',
      '[data-testid="pay-stopped"]',
      '#pay button',
    ]
    for (const part of read) await expectWhollyInSight(page, part)
    await page.locator('[data-testid="raise-limit"]').focus()
    await expectWhollyInSight(page, ':focus')
    await close()
  })
}

/** Whether the first of two parts ends over the second. */
const isOver = async (page: Page, upper: string, lower: string): Promise<boolean> => {
  const [[over], [under]] = [await boxesOf(page, upper), await boxesOf(page, lower)]
  return (over?.bottom ?? Infinity) <= (under?.top ?? 0)
}

for (const { size, locale } of [...zoomedWindows, ...windows.slice(0, 2)]) {
  const where = `${size.width}x${size.height} ${locale}`

  test(`${where}: where nothing is sold for real is said wherever the page is scrolled to, and hides no focus`, async () => {
    const { page, close } = await showScene(sceneNamed('link-session'), size, locale)
    await expect(page.locator('.link-tile').first()).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expectWhollyInSight(page, '.environment')
    for (let stop = 0; stop < mostStops; stop += 1) {
      await page.keyboard.press('Shift+Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) break
      expect((await inSight(page, ':focus')).points).toBeGreaterThan(0)
    }
    await close()
  })

  test(`${where}: what the journal says of a lost sale is in sight once it was asked, and so is a step that follows`, async () => {
    const scene = sceneNamed('lost')
    const { page, close } = await showScene(
      { ...scene, answers: { ...scene.answers, 'sale.find': ok({ sale: null }) } },
      size,
      locale,
    )
    await page.locator('.step-foot .button').focus()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-testid="lost"][data-phase="cancelled"]')).toBeAttached()
    await expectWhollyInSight(page, '.phase-tell')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.locator('.step-foot .button').click()
    await expect(page.locator('#pay button')).toBeVisible()
    await expectInSight(page, '.step-head h1')
    await close()
  })

  test(`${where}: a note that is given has the focus in sight, and the change with it`, async () => {
    const { page, close } = await showScene(sceneNamed('review-mobile'), size, locale)
    await expect(page.locator('#pay[data-resting]')).toHaveCount(0)
    await page.locator('[data-testid="given-note-1000"]').focus()
    await expectWhollyInSight(page, ':focus')
    await page.keyboard.press('Enter')
    await expectWhollyInSight(page, '[data-testid="change"]')
    await close()
  })

  test(`${where}: the keys of the tour's first stop and its languages are in sight`, async () => {
    const { page, close } = await showScene(sceneNamed('tour-number'), size, locale)
    await expectWhollyInSight(page, '.tour .button')
    await expectWhollyInSight(page, '.tour .segment:last-child')
    await expectWhollyInSight(page, '.number-field input')
    await close()
  })

  test(`${where}: that an operator is down is in sight with the number, over the button that goes on`, async () => {
    const { page, close } = await showScene(sceneNamed('mobile-operator-down'), size, locale)
    await expectWhollyInSight(page, '#line-number')
    await expectWhollyInSight(page, '[data-testid="operator-down"]')
    expect(await isOver(page, '[data-testid="operator-down"]', '.step .button[data-size="large"]')).toBe(true)
    await close()
  })

  test(`${where}: the field of a count that has the focus is whole, with its ring`, async () => {
    const { page, close } = await showScene(sceneNamed('till-open-first'), size, locale)
    const [[field], [frame]] = [await boxesOf(page, '[data-piece]:focus'), await boxesOf(page, '.modal')]
    expect(field?.bottom).toBeLessThan((frame?.bottom ?? 0) - 3)
    await close()
  })
}

/** Warned of the balance and the operator, and of sales that repeat where they are asked for. */
function warned(repeats: boolean): Scene {
  const scene = withNotes('review-warned')
  if (repeats) return scene
  const review = reviewFor(orders.mobile, { enoughBalance: false })
  return { ...scene, answers: { ...scene.answers, 'sale.review': ok(review) } }
}

for (const { size, locale } of [...zoomedWindows, ...windows.slice(0, 2)]) {
  test(`${size.width}x${size.height} ${locale}: warnings are shown at once, and each was in sight before a key reaches the button`, async () => {
    for (const [repeats, key] of [
      [false, 'Enter'],
      [true, 'Tab'],
    ] as const) {
      const { page, close } = await showScene(warned(repeats), size, locale)
      await expect(page.locator('#pay button')).toBeVisible()
      await expect(page.locator('.notes')).toBeVisible()
      await expectWhollyInSight(page, '[data-testid="warnings-told"]')
      const warnings = await page
        .locator('.step > *')
        .evaluateAll((all) => all.flatMap((one, place) => (one.matches('.note') ? [place + 1] : [])))
      expect(warnings).toHaveLength(repeats ? 3 : 2)
      const unseen = new Set(warnings)
      const isReached = () => page.evaluate(() => document.activeElement?.closest('#pay') !== null)
      for (let press = 0; press <= warnings.length && !(await isReached()); press += 1) {
        for (const place of unseen)
          if ((await inSight(page, `.step > :nth-child(${place})`)).points === 3) unseen.delete(place)
        await page.keyboard.press(key)
      }
      await expect(page.locator('#pay button')).toBeFocused()
      expect([...unseen]).toEqual([])
      await close()
    }
  })
}

const cheapWindows = [1024, 1366].flatMap((width) =>
  (['fr', 'ar'] as const).map((locale) => ({ size: { width, height: 768, scale: 1 }, locale })),
)
/** Shifts are used, so that it is asked how the customer pays. */
function withTheTill(name: string): Scene {
  const { snapshot, ...scene } = sceneNamed(name)
  const { snapshot: till } = sceneNamed('till-review-means')
  const settings = { ...snapshot.settings, till: till.settings.till }
  return { ...scene, snapshot: { ...snapshot, till: till.till, settings } }
}

/** The day's figures, the till and the carnet, all at the foot. */
function withFullFoot(name: string): Scene {
  const { snapshot, answers, ...scene } = sceneNamed(name)
  const strip = sceneNamed('report-strip')
  const till = { ...snapshot.settings.till, shifts: true, strip: true }
  const carnet = { ...snapshot.settings.carnet, isOn: true }
  return {
    ...scene,
    answers: { ...strip.answers, ...answers },
    snapshot: { ...snapshot, till: strip.snapshot.till, settings: { ...snapshot.settings, till, carnet } },
  }
}

for (const { size, locale } of cheapWindows) {
  const where = `${size.width}x${size.height} ${locale}`

  test(`${where}: number, price, means and button of a sale stand over a full foot`, async () => {
    for (const name of ['review-mobile', 'carnet-over-limit', 'review-repeats']) {
      const { page, close } = await showScene(withFullFoot(name), size, locale)
      await expect(page.locator('.owner-strip dd').first()).toBeVisible()
      await expect(page.locator('#pay button')).toBeVisible()
      const read = ['.review-number', '.review-money [data-main] dd', '[data-testid="means"]', '#pay button']
      for (const part of read) await expectWhollyInSight(page, part)
      await close()
    }
  })

  test(`${where}: the button says what is not paid in cash, and who owes it`, async () => {
    const { page, close } = await showScene(withFullFoot('carnet-over-limit'), size, locale)
    await expect(page.locator('#pay button')).toContainText('Mohamed Lamine')
    await page.keyboard.press('2')
    await expect(page.locator('#pay button')).toContainText(locale === 'fr' ? 'Carte' : 'بطاقة')
    await page.keyboard.press('1')
    await expect(page.locator('#pay button [data-testid="paid-by"]')).toHaveCount(0)
    await expectWhollyInSight(page, '[data-testid="given-note-2000"]')
    await close()
  })

  test(`${where}: a shop without shifts has number, price, notes and button in sight, and the change once a note is given`, async () => {
    const read = [
      '.review-number',
      '.review-money [data-main] dd',
      '[data-testid="given-note-2000"]',
      '#pay button',
    ]
    for (const name of [
      'review-mobile',
      'review-internet',
      'review-bill',
      'review-repeats',
      'review-given',
    ]) {
      const { page, close } = await showScene(sceneNamed(name), size, locale)
      await expect(page.locator('#pay button')).toBeVisible()
      await expect(page.locator('[data-testid="means"]')).toHaveCount(0)
      for (const part of read) await expectWhollyInSight(page, part)
      if (name === 'review-given') await expectWhollyInSight(page, '[data-testid="change"]')
      await close()
    }
  })

  test(`${where}: bills and fee are in sight before the sale is armed, and all of them once it is`, async () => {
    for (const count of [2, 12]) {
      const { page, close } = await showScene(billsInReview(count), size, locale)
      await expect(page.locator('#pay button')).toBeVisible()
      const last = '.review-line > :last-child dd'
      if (count === 2) await expectWhollyInSight(page, last)
      await expect(page.getByText('SONELGAZ')).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(page.locator('#pay button')).toBeFocused()
      await expectWhollyInSight(page, last)
      await expectWhollyInSight(page, '.review-money [data-main] dd')
      await close()
    }
  })
}

const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((found) =>
    found.map((one) => {
      const { top, bottom, left, right, height } = one.getBoundingClientRect()
      return { top, bottom, left, right, height }
    }),
  )

/** What stands lowest of what a hand needs, by scene. */
const lastInSight = [
  ...(['mobile-balance-too-low', 'mobile-plans-down', 'bill-account-sonelgaz'] as const).map(
    (name) => [name, '.pad-key:last-child'] as const,
  ),
  ...(['journal-doubt-moved', 'journal-doubt-older', 'journal-doubt-other'] as const).map(
    (name) => [name, '[data-testid="accept-journal"]'] as const,
  ),
  ['favourites-cards', '.step-head h1'],
] as const

for (const { size, locale } of cheapWindows) {
  const where = `${size.width}x${size.height} ${locale}`

  test(`${where}: a sale of the history stands in one line, up to the edge`, async () => {
    const { page, close } = await showScene(sceneNamed('history'), size, locale)
    await expect(page.locator('.history-row .phase-badge').first()).toBeVisible()
    const rows = await boxesOf(page, '.history-row')
    for (const part of ['.phase-badge', '.row-amount']) {
      for (const [place, box] of (await boxesOf(page, `.history-row ${part}`)).entries()) {
        const row = rows[place]
        expect(
          Math.abs((box.top + box.bottom - (row?.top ?? 0) - (row?.bottom ?? 0)) / 2),
          part,
        ).toBeLessThan(4)
        if (part === '.row-amount') expect(box.right - box.left).toBeGreaterThan(100)
      }
    }
    await close()
  })

  test(`${where}: no biller’s name lies under its key, and tiles of a row are of one height`, async () => {
    const { page, close } = await showScene(sceneNamed('bill-biller'), size, locale)
    await expect(page.locator('.biller-tile').first()).toBeVisible()
    const keys = await boxesOf(page, '.biller-tile > .kbd')
    for (const name of await boxesOf(page, '.biller-tile bdi')) {
      const isUnder = keys.some(
        (key) =>
          key.left < name.right && name.left < key.right && key.top < name.bottom && name.top < key.bottom,
      )
      expect(isUnder).toBe(false)
    }
    const heights = (await boxesOf(page, '.biller-tile')).map(({ height }) => Math.round(height))
    expect(new Set(heights).size).toBe(1)
    await close()
  })

  test(`${where}: a number sold to stands whole in its tile, its time under it`, async () => {
    const { page, close } = await showScene(sceneNamed('nothing-found'), size, locale)
    await expect(page.locator('.recent-key').first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const tiles = await boxesOf(page, '.recent-key')
    const times = await boxesOf(page, '.recent-key small')
    for (const [place, number] of (await boxesOf(page, '.recent-key > .ltr')).entries()) {
      const [tile, time] = [tiles[place], times[place]]
      expect(number.right).toBeLessThan((tile?.right ?? 0) - 4)
      expect(number.left).toBeGreaterThan((tile?.left ?? Infinity) + 4)
      expect(time?.top).toBeGreaterThanOrEqual(number.bottom - 1)
    }
    await close()
  })

  test(`${where}: a choice of a new link stands in one line, and no words of a large button touch its edges`, async () => {
    for (const name of ['link-form', 'link-maybe-made', 'link-reference-problem']) {
      const { page, close } = await showScene(sceneNamed(name), size, locale)
      await expect(page.locator('.step .button[data-size="large"]').first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      const heights = await page
        .locator('.step .segment')
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
      expect(heights.filter((height) => height > targetPx + 2)).toEqual([])
      const rooms = await page.locator('.step .button[data-size="large"]').evaluateAll((all) =>
        all.map((one) => {
          const words = document.createRange()
          words.selectNodeContents(one)
          const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()]
          return Math.min(inner.top - outer.top, outer.bottom - inner.bottom, inner.left - outer.left)
        }),
      )
      expect(Math.min(...rooms)).toBeGreaterThanOrEqual(6)
      await close()
    }
  })

  test(`${where}: four plans and every usual amount are in sight`, async () => {
    const { page, close } = await showScene(sceneNamed('mobile-plans'), size, locale)
    await expect(page.locator('.plan-tile').first()).toBeVisible()
    const tops = (await boxesOf(page, '.amount-key')).map(({ top }) => Math.round(top))
    expect(new Set(tops).size).toBe(1)
    for (const place of [1, 2, 3, 4])
      expect((await inSight(page, `.plan-grid > li:nth-child(${place}) .plan-tile`)).points).toBeGreaterThan(
        1,
      )
    await close()
  })

  test(`${where}: plans that go on under the button fade out over it, and are pressed there all the same`, async () => {
    const { page, close } = await showScene(sceneNamed('mobile-balance-too-low'), size, locale)
    await expect(page.locator('.plan-tile').first()).toBeVisible()
    const { fade, hit } = await page.locator('.step-foot').evaluate((foot) => {
      const { backgroundImage, blockSize } = getComputedStyle(foot, '::before')
      const tiles = [...document.querySelectorAll('.plan-tile')].map((tile) => tile.getBoundingClientRect())
      const { top } = foot.getBoundingClientRect()
      const cut = tiles.find((tile) => tile.top < top - 2 && top < tile.bottom)
      const under = cut && document.elementFromPoint((cut.left + cut.right) / 2, top - 2)
      return {
        fade: backgroundImage.startsWith('linear-gradient') && Number.parseFloat(blockSize) > 0,
        hit: Boolean(under?.closest('.plan-tile')),
      }
    })
    expect({ fade, hit }).toEqual({ fade: true, hit: true })
    await close()
  })

  test(`${where}: what is pressed next is in sight under a note, a third field and a doubt, and the cards begin at their top`, async () => {
    for (const [name, wanted] of lastInSight) {
      const { page, close } = await showScene(sceneNamed(name), size, locale)
      await expect(page.locator(wanted).last()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await expectWhollyInSight(page, wanted)
      await close()
    }
  })

  test(`${where}: few sales stand in one column, and no list cuts a number`, async () => {
    const scene = sceneNamed('start-busy')
    const sales = [orders.bill, orders.mobile, orders.lte].map((order, place) =>
      saleIn('fulfilled', order, {}, place + 1),
    )
    const { page, close } = await showScene(
      { ...scene, snapshot: { ...scene.snapshot, sales } },
      size,
      locale,
    )
    await expect(page.locator('.sale-row')).toHaveCount(3)
    expect(new Set((await boxesOf(page, '.sale-row')).map(({ left }) => left)).size).toBe(1)
    const cut = await page
      .locator('.row-number')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect(cut).toBe(0)
    await expect(page.locator('.row-number').last()).toHaveText(/^[\d ]+$/)
    await close()
  })
}

for (const width of [512, 683]) {
  for (const locale of ['fr', 'ar'] as const) {
    test(`${width}x384 ${locale}: number, price and button in one view, the field over its choices, a list under folded filters`, async () => {
      const size = { width, height: 384, scale: 2 }
      const review = await showScene(sceneNamed('review-mobile'), size, locale)
      await expect(review.page.locator('#pay button')).toBeVisible()
      for (const part of ['.review-number', '.review-money [data-main] dd', '#pay button'])
        await expectWhollyInSight(review.page, part)
      const [head] = await boxesOf(review.page, '.header')
      expect(head?.bottom).toBeLessThan(80)
      await review.close()

      const typed = await showScene(sceneNamed('start-mobile'), size, locale)
      await expect(typed.page.locator('.start-choice').first()).toBeVisible()
      await expectWhollyInSight(typed.page, '.start-choice')
      await typed.close()

      const history = await showScene(sceneNamed('history'), size, locale)
      await expect(history.page.locator('.history-row .row-amount').first()).toBeVisible()
      await expectWhollyInSight(history.page, '.history-row')
      await history.page.locator('[data-testid="history-fold"]').click()
      await expectInSight(history.page, '.history-filters select')
      await history.close()
    })
  }
}

/** Where selling is closed, and something can be pressed about it. */
const closedWithAct = ['offline', 'maintenance', 'key-refused', 'address-refused', 'other-account'] as const

for (const locale of ['fr', 'ar'] as const) {
  const size = { width: 512, height: 384, scale: 2 }

  test(`512x384 ${locale}: what can be done while selling is closed is in sight`, async () => {
    for (const why of closedWithAct) {
      const { page, close } = await showScene(sceneNamed(`closed-${why}`), size, locale)
      await expect(page.locator('.closed > .button').first()).toBeVisible()
      await expectWhollyInSight(page, '.closed > .button')
      await close()
    }
  })

  test(`512x384 ${locale}: the account check begins in sight, and so does a day that is chosen`, async () => {
    const { page, close } = await showScene(sceneNamed('reconciliation'), size, locale)
    await expect(page.locator('.finding').first()).toBeVisible()
    await expectWhollyInSight(page, '.finding h4')
    for (const date of ['2026-11-18', '2026-11-15']) {
      await page.locator(`[data-day="${date}"]`).press('Enter')
      await expect(page.locator(`[data-day="${date}"][aria-current]`)).toHaveCount(1)
      await expectWhollyInSight(page, '[data-testid="day"] h3')
    }
    await close()
  })
}

for (const { size, locale } of cheapWindows) {
  test(`${size.width}x${size.height} ${locale}: both books stand fact by fact on one line, and the day's sums in pairs`, async () => {
    const { page, close } = await showScene(sceneNamed('reconciliation-duplicate'), size, locale)
    await expect(page.locator('.finding')).toHaveCount(1)
    for (const row of await page.locator('.finding-sides tbody tr').all()) {
      const cells = await row.locator('th, td').evaluateAll((all) => all.map((one) => one.textContent))
      expect(cells).toHaveLength(3)
      expect(cells).not.toContain('')
    }
    await close()
    const day = await showScene(sceneNamed('reconciliation-day-level'), size, locale)
    await expect(day.page.locator('.day-totals > div')).toHaveCount(10)
    const facts = await boxesOf(day.page, '.day-totals > div')
    const rows = new Map<number, number>()
    for (const { top } of facts) rows.set(top, (rows.get(top) ?? 0) + 1)
    expect([...rows.values()]).toEqual([2, 2, 2, 2, 2])
    await day.close()
  })
}

/** So many bills of one account, each labelled as the service does: the biller and the account once more. */
function billsInReview(count: number): Scene {
  const scene = sceneNamed('review-bill')
  const accountNumber = '9876543210'
  const bills = Array.from({ length: count }, (_, place) => ({
    ...{ billId: `bill-${place}`, period: '10/2026', amountCentimes: centimes(120_000) },
    ...{ feeCentimes: centimes(4_000), label: `SONELGAZ ${accountNumber} (${place + 1}/${count})` },
  }))
  const order = { ...orders.bill, partner: 'SONELGAZ', accountNumber, bills } as const
  return { ...scene, answers: { ...scene.answers, 'sale.review': ok(reviewFor(order)) } }
}

test('a note that comes leaves the button that has the focus in sight', async () => {
  const { size, locale } = { size: { width: 900, height: 700, scale: 1 }, locale: 'fr' } as const
  const scene = sceneNamed('review-mobile')
  const [sale] = sceneNamed('notes').snapshot.sales.filter(({ phase }) => phase === 'refunded')
  if (!sale) throw new Error('no sale was refunded')
  const { page, send, close } = await showScene(scene, size, locale)
  await expect(page.locator('#pay button')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('#pay button')).toBeFocused()
  await send(2, [{ kind: 'sale-changed', sale }])
  await expect(page.locator('.notes')).toBeVisible()
  await expectWhollyInSight(page, ':focus')
  await close()
})
