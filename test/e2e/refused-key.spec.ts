/** The service refuses the key: the cashier may check once more, and reads why no further check is offered. */
import type { Page } from '@playwright/test'
import type { Locale } from '#shared/views.ts'
import { httpAnswer, type RawService, startRawService } from '../support/raw-service.ts'
import { expect, test } from './support/counter.ts'
import { showLanguage, waitUntilOpen } from './support/till.ts'

const closed = (page: Page) => page.getByTestId('selling-closed')
const checkButton = (page: Page) => closed(page).getByRole('button')
const words = (page: Page) => closed(page).getByRole('status')

/** Refuses each request; the first with `attemptsLeft`, which counts down. */
async function startRefusing(attemptsLeft: number): Promise<RawService & { readonly billUrl: string }> {
  const service = await startRawService((socket, _request, count) => {
    const details = { attemptsLeft: attemptsLeft - count + 1 }
    const error = { code: 'INVALID_ACCESS_TOKEN', message: 'no', details }
    socket.write(httpAnswer(401, JSON.stringify({ success: false, error })))
  })
  return { ...service, billUrl: service.baseUrl }
}

test('one check is offered; after it the screen asks for another key, in each language, and no press goes out', async ({
  openCounter,
}) => {
  const service = await startRefusing(4)
  const { page } = await openCounter({ ...service })
  await expect(closed(page)).toHaveAttribute('data-why', 'key-refused')
  await expect(closed(page)).toContainText('Encore 4 essais avant le blocage.')
  await expect(words(page)).toHaveText('Vous pouvez vérifier une fois, pas plus.')
  await checkButton(page).click()
  const another: readonly (readonly [Locale, string])[] = [
    ['fr', 'Il faut une autre clé.'],
    ['ar', 'يلزم مفتاح آخر.'],
    ['en', 'Another key is needed.'],
  ]
  for (const [locale, text] of another) {
    await showLanguage(page, locale)
    await expect(words(page)).toContainText(text)
  }
  await expect(checkButton(page)).toHaveCount(0)
  for (let press = 0; press < 3; press += 1) await page.locator('.status-bar .connection').click()
  await expect(closed(page)).toContainText('3 attempts left before the block.')
  expect(service.requests).toHaveLength(2)
  await service.close()
})

test('if no attempt is left, the wait is shown in minutes @long', async ({ openCounter }) => {
  const service = await startRefusing(0)
  const { page } = await openCounter({ ...service })
  await expect(words(page)).toHaveText('Vous pourrez vérifier dans 15 minutes, pas avant.')
  await expect(checkButton(page)).toHaveCount(0)
  expect(service.requests).toHaveLength(1)
  await service.close()
})

test('a key that the service accepts again opens selling at the press @long', async ({
  openCounter,
  startTraining,
}) => {
  const service = await startTraining()
  const action = { do: 'answer', take: false, status: 401, html: true } as const
  await service.addFaults({ method: 'GET', path: '/v3/validate', action })
  const { page } = await openCounter({ ...service })
  await expect(closed(page)).toHaveAttribute('data-why', 'key-refused')
  await checkButton(page).click()
  await waitUntilOpen(page)
})
