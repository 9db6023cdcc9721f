/** What the stand-in's browser is started with, as far as a page cannot observe it. */
import { expect, test } from 'vitest'
import { readSource } from './sources.ts'

const source = readSource('test/stand-in/browsers.ts')
const listIn = (name: string) =>
  new RegExp(`^const ${name} = \\[\\n((?: {2}.+\\n)+)\\]`, 'm').exec(source)?.[1] ?? ''

test('the browser of the stand-in shows no bar of its own over a page', () => {
  // Neither of a switch that is not supported, nor of one that the automation is known by, nor the offer to translate.
  expect(listIn('flags')).toContain("'--test-type'")
  expect(source).toContain('translate: { enabled: false }')
  expect(source).toMatch(/'Preferences'\), JSON\.stringify\(preferencesOf\(options\)\)\)/)
  expect(source).toMatch(/\n +args: \[\.\.\.flags, \.\.\.options\.switches\],\n/)
})

test('the browser of the stand-in is let throttle a page that nobody sees, as Electron does', () => {
  const untamed = listIn('untamed')
  for (const name of [
    'background-timer-throttling',
    'backgrounding-occluded-windows',
    'renderer-backgrounding',
  ])
    expect(untamed).toContain(`'--disable-${name}'`)
  expect(source).toMatch(/ignoreDefaultArgs: \[.*\.\.\.untamed\]/)
  expect(listIn('flags')).not.toMatch(/throttling|backgrounding/)
})
