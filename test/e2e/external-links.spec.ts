/** Links out of the counter: a message, a question first, and nothing else, however the link is pressed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Counter, expect, test } from './support/counter.ts'

const listed = 'https://wa.me/213661234567?text=850%C2%A0DA'
/** The number of the button that opens, see external-links.ts. */
const agrees = { COMPTOIR_STAND_IN_ANSWER: '1' }

const openedBy = ({ saveDir }: Counter): readonly string[] => {
  const file = join(saveDir, 'opened.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const logOf = ({ dataDir }: Counter) => readFileSync(join(dataDir, 'logs', 'comptoir.log'), 'utf8')

/** A link on top of everything, where the mouse finds it. */
async function placeLink(page: Page, href: string, target: string): Promise<void> {
  await page.evaluate(
    (attributes) => {
      document.querySelector('#way-out')?.remove()
      const link = document.createElement('a')
      Object.assign(link, { id: 'way-out', textContent: 'way out', ...attributes })
      document.body.replaceChildren(link)
    },
    { href, target },
  )
}

const presses: readonly { readonly how: string; readonly press: (page: Page) => Promise<unknown> }[] = [
  { how: 'clicked', press: (page) => page.click('#way-out') },
  { how: 'clicked with Ctrl', press: (page) => page.click('#way-out', { modifiers: ['ControlOrMeta'] }) },
  { how: 'clicked with Shift', press: (page) => page.click('#way-out', { modifiers: ['Shift'] }) },
  { how: 'clicked in the middle', press: (page) => page.click('#way-out', { button: 'middle' }) },
  { how: 'opened by a script', press: (page) => page.evaluate((to) => void window.open(to), listed) },
]

test('a listed link that is pressed in whatever way goes to the browser once, when a person agrees; any other is refused and logged by its host alone @long', async ({
  openCounter,
}) => {
  const counter = await openCounter({ env: agrees })
  for (const [place, { how, press }] of presses.entries()) {
    await test.step(how, async () => {
      await placeLink(counter.page, listed, '_blank')
      await press(counter.page)
      await expect.poll(() => openedBy(counter)).toEqual(Array.from({ length: place + 1 }, () => listed))
      await expect.poll(() => counter.page.context().pages().length).toBe(1)
      await expect(counter.page).toHaveTitle('Comptoir')
    })
  }

  await placeLink(counter.page, 'https://wa.me.example.com/page?secret=1234', '_blank')
  for (const { how, press } of presses) if (how !== 'opened by a script') await press(counter.page)
  await expect.poll(() => logOf(counter)).toContain('https://wa.me.example.com')
  expect(openedBy(counter)).toHaveLength(presses.length)
  expect(logOf(counter)).not.toContain('secret')
  await expect.poll(() => counter.page.context().pages().length).toBe(1)
})

test('a listed link is not opened when the person does not agree', async ({ loadedCounter }) => {
  const counter = loadedCounter
  await placeLink(counter.page, listed, '_blank')
  await counter.page.click('#way-out')
  // One that is refused behind it is logged: the first has been answered by then.
  await placeLink(counter.page, 'https://behind.example.com/', '_blank')
  await counter.page.click('#way-out')
  await expect.poll(() => logOf(counter)).toContain('https://behind.example.com')
  expect(openedBy(counter)).toEqual([])
})
