/** A shop's own API profile that is wrong: the counter opens, sells nothing, and names the file and the line. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#shared/views.ts'
import { expect, test } from './support/counter.ts'
import { showLanguage } from './support/till.ts'

test('a wrong profile is named with its line, in each language', async ({ openCounter, workFolder }) => {
  const dataDir = join(workFolder, 'data-of-the-shop')
  mkdirSync(dataDir)
  const file = join(dataDir, 'api-profile.json')
  writeFileSync(file, '{\n  "version": 2\n}\n')
  const { page } = await openCounter({ dataDir })
  const closed = page.getByTestId('selling-closed')
  const titles: readonly (readonly [Locale, string])[] = [
    ['fr', 'Le profil de la plateforme est à corriger'],
    ['ar', 'يجب تصحيح ملف إعداد المنصة'],
    ['en', 'The platform profile needs correcting'],
  ]
  for (const [locale, title] of titles) {
    await showLanguage(page, locale)
    await expect(closed.getByRole('heading')).toHaveText(title)
    await expect(closed).toContainText(`${file}:2: version`)
  }
  await expect(closed.getByRole('button')).toHaveCount(0)
})
