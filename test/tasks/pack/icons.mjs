/** `npm run icons`: draws the icons of the installed counter anew from resources/packaging/icon.svg. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../setup.mjs'
import { drawIcons } from './icon-files.mjs'

const folder = join(root, 'resources', 'packaging')
const drawn = await drawIcons(readFileSync(join(folder, 'icon.svg')))
for (const [name, bytes] of drawn) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), bytes)
}
process.stdout.write(`icons: ${[...drawn.keys()].join(', ')}\n`)
