/** Windows over tables of answers, for a spec that needs neither a core nor a service: one browser stays open for its file. */
import { test } from '@playwright/test'
import type { Browser } from 'playwright-core'
import { readOwnPage } from '../../screens/own-pages.ts'
import { createWindowMaker, launchChromium, type WindowMaker } from '../../support/window-page.ts'

/** The smallest window of the counter. */
const size = { width: 1024, height: 768, scale: 1 }

/** To be called once, beside a spec's tests: the browser is opened before them and closed behind them. */
export function windowMakerOfSpec(): WindowMaker {
  let browser: Browser
  let maker: WindowMaker
  test.beforeAll(async () => {
    browser = await launchChromium()
    maker = createWindowMaker(browser, size, readOwnPage)
  })
  test.afterAll(() => browser.close())
  return { open: (...asked) => maker.open(...asked) }
}
