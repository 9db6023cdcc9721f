/**
 * Stands each scene in front of a window of each size, language and theme, takes its picture and has it looked over.
 *
 * Invariant: a scene that cannot be reached is a flaw like any other, reported by its name; nothing is skipped.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Locale } from '#shared/views.ts'
import { violationsOn } from '../support/wcag.ts'
import {
  createWindowMaker,
  type WindowMaker,
  type WindowPage,
  type WindowSize,
} from '../support/window-page.ts'
import { readOwnPage } from './own-pages.ts'
import { flawsOf, unmirroredOf } from './page-script.ts'
import { type Looks, looksEvent, type Scene, standScene } from './scene.ts'

export interface NamedSize extends WindowSize {
  readonly name: string
}

/** The two windows of the counter, and the same at 200 %: half as many CSS pixels, each twice as large. */
export const sizes: readonly NamedSize[] = [
  { name: '1024x768', width: 1024, height: 768, scale: 1 },
  { name: '1366x768', width: 1366, height: 768, scale: 1 },
  { name: '1920x1080', width: 1920, height: 1080, scale: 1 },
  { name: '1024x768-200', width: 512, height: 384, scale: 2 },
  { name: '1920x1080-200', width: 960, height: 540, scale: 2 },
]
/** A busy machine draws slowly. */
const pictureTimeoutMs = 60_000

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

export interface Picture {
  readonly path: string
  readonly scene: string
  readonly locale: Locale
  readonly theme: Theme
  readonly size: string
}

export interface Taken {
  readonly pictures: readonly Picture[]
  readonly flaws: readonly string[]
}

export interface TakeOptions {
  readonly browser: Browser
  readonly folder: string
  readonly scenes: readonly Scene[]
  readonly locales: readonly Locale[]
  readonly sizes: readonly NamedSize[]
  /** How many windows are open at a time. */
  readonly workers: number
}

/** The slip's frame runs no scripts, and says so of the one that the table of answers is put in by. */
const expectedFault = /Blocked script execution in '[^']*\/slip\//

export async function takePictures(options: TakeOptions): Promise<Taken> {
  const { sizes: asked, locales, scenes, browser } = options
  const pictures: Picture[] = []
  const flaws: string[] = []
  const jobs = scenes.flatMap((scene) => locales.map((locale) => ({ scene, locale })))
  const work = async (): Promise<void> => {
    // Two windows, because the density of pixels is the window's for life.
    const makers = new Map<number, WindowMaker>()
    for (const size of asked)
      if (!makers.has(size.scale)) makers.set(size.scale, createWindowMaker(browser, size, readOwnPage))
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      for (const [scale, maker] of makers) {
        const fitting = asked.filter((size) => size.scale === scale)
        const taken = await takeScene(maker, job.scene, job.locale, fitting, options.folder)
        pictures.push(...taken.pictures)
        flaws.push(...taken.flaws)
      }
    }
  }
  await Promise.all(Array.from({ length: options.workers }, work))
  return { pictures, flaws: flaws.toSorted() }
}

async function takeScene(
  maker: WindowMaker,
  scene: Scene,
  locale: Locale,
  fitting: readonly NamedSize[],
  folder: string,
): Promise<Taken> {
  const pictures: Picture[] = []
  const flaws: string[] = []
  const window = await standScene(maker, scene, { locale, theme: 'light' })
  const addFlaws = (size: string, found: readonly string[]) =>
    flaws.push(...found.map((flaw) => `${scene.name} ${locale} ${size}: ${flaw}`))
  let sequence = scene.snapshot.sequence + scene.heard.length
  try {
    const { page } = window
    for (const size of fitting) {
      await page.setViewportSize({ width: size.width, height: size.height })
      if (!(await isThere(window, scene))) {
        addFlaws(size.name, [`${scene.shows} is not there`])
        break
      }
      addFlaws(size.name, await flawsOf(page))
      if (locale === 'ar') addFlaws(size.name, await unmirroredOf(page))
      for (const theme of themes) {
        sequence = await dress(window, scene, { locale, theme }, sequence)
        const path = join(folder, size.name, locale, theme, `${scene.name}.png`)
        mkdirSync(join(path, '..'), { recursive: true })
        await page.screenshot({ path, animations: 'disabled', caret: 'hide', timeout: pictureTimeoutMs })
        // The rules are of the page, not of its width: one window is asked, and of the other theme its colours.
        const rules = theme === 'light' ? 'all' : 'of-looks'
        if (size === sizes[0]) addFlaws(size.name, await violationsOn(page, theme, rules))
        pictures.push({ path, scene: scene.name, locale, theme, size: size.name })
      }
    }
    addFlaws(
      'any size',
      window.faults.filter((fault) => !expectedFault.test(fault)),
    )
  } finally {
    await window.close()
  }
  return { pictures, flaws }
}

/** Changes the appearance as the settings do; by hand as well, where the window does not hear of settings. */
async function dress(window: WindowPage, scene: Scene, looks: Looks, sequence: number): Promise<number> {
  await window.send(sequence + 1, [looksEvent(scene, looks)])
  await window.page.evaluate((it) => document.documentElement.setAttribute('data-theme', it), looks.theme)
  return sequence + 1
}

/** More than a page has set by the time its state is reached. */
const MANY_TIMERS = 10_000
/** Nothing that the page waits for comes any more. */
const holdStill = (page: Page): Promise<void> =>
  page.evaluate((count) => {
    const last = Number(setTimeout(() => {}))
    for (let timer = last; timer > last - count; timer -= 1) clearTimeout(timer)
  }, MANY_TIMERS)

/** Whether the state is there, to stay. */
async function isThere({ page }: WindowPage, { shows, passes }: Scene): Promise<boolean> {
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const found = page.locator(shows).first()
  return found
    .waitFor({ state: 'attached' })
    .then(() => (passes ? holdStill(page) : undefined))
    .then(
      () => true,
      () => false,
    )
}
