/**
 * `npm run screens -- [--only TEXT] [--locale LOCALE] [--size SIZE] [--compare FOLDER]`: writes a picture of every state of
 * every screen to out/screens, in each language, theme and size, with contact sheets to look at. Exit 1 where a machine sees
 * a flaw, or a pixel that was another in the pictures of an earlier run, which are in FOLDER.
 */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { locales } from '#shared/views.ts'
import { allScenes } from '../screens/all-scenes.ts'
import { differencesFrom } from '../screens/compare.ts'
import { writeSheets } from '../screens/sheets.ts'
import { sizes, takePictures } from '../screens/take.ts'
import { launchChromium } from '../support/window-page.ts'
import { ensureBuilt } from './build.mjs'
import { root } from './setup.mjs'

const MAX_WORKERS = 4
const folder = join(root, 'out', 'screens')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const text = { type: 'string', default: '' } as const
const { values } = parseArgs({ options: { only: text, locale: text, size: text, compare: text } })
const isAsked = (name: string, asked: string) => asked === '' || name === asked

await ensureBuilt(say)
rmSync(folder, { recursive: true, force: true })
const browser = await launchChromium()
const { pictures, flaws } = await takePictures({
  browser,
  folder,
  scenes: allScenes.filter(({ name }) => name.includes(values.only)),
  locales: locales.filter((locale) => isAsked(locale, values.locale)),
  sizes: sizes.filter(({ name }) => isAsked(name, values.size)),
  workers: Math.min(MAX_WORKERS, availableParallelism()),
})
await browser.close()
const sheets = await writeSheets(pictures, join(folder, 'sheets'))
const differing = values.compare === '' ? [] : await differencesFrom(values.compare, folder, pictures)
for (const line of [...flaws, ...differing]) say(line)
say(`${pictures.length} pictures, ${sheets.length} sheets in ${folder}; ${flaws.length} flaws`)
if (values.compare !== '') say(`${differing.length} pictures are not those of ${values.compare}`)
process.exitCode = flaws.length + differing.length > 0 || pictures.length === 0 ? 1 : 0
