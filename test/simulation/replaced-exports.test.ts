/** What takes the place of an export takes effect, or is refused. Each in a process of its own, as the simulation does it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { inModule, MutationError, register } from '../support/replaced-exports.ts'
import { root } from '../tidy/sources.ts'

const run = promisify(execFile)
const file = JSON.stringify(new URL('../support/replaced-exports.ts', import.meta.url).href)
const imports = `import { assertReplaced, inModule, replaceExports } from ${file};`

/** What a process prints that runs this text, or what it says of the error that ends it. */
async function outputOf(text: string): Promise<string> {
  const args = ['--input-type=module', '--eval', imports + text]
  const ended = await run(process.execPath, args, { cwd: root }).catch((error: { stderr: string }) => error)
  return ('stdout' in ended ? ended.stdout : '') + ended.stderr
}

describe('a replaced export', () => {
  const replaced = `replaceExports([inModule('#shared/transition.ts', {
    step: (original, module) => (...args) => ['changed', original(...args), typeof module.reachable].join(' ') })]);`

  test('is what the modules get that import it, and is given the original', async () => {
    const text = `const { nextSaleState } = await import('#shared/states/sale.ts');
      console.log(nextSaleState('sending', 'accepted'))`
    expect(await outputOf(replaced + text)).toBe('changed following function\n')
  })

  test('leaves the other exports of its module as they are', async () => {
    const text = `const { reachable } = await import('#shared/transition.ts'); console.log(reachable([], 'a', 'a'))`
    expect(await outputOf(replaced + text)).toBe('true\n')
  })

  test('that the module does not have is refused', async () => {
    const text = `replaceExports([inModule('#shared/transition.ts', { stride: () => () => 'a' })]);
      await import('#shared/states/sale.ts')`
    expect(await outputOf(text)).toContain('MutationError: #shared/transition.ts exports no stride')
  })

  test('of a module that was imported before is refused', async () => {
    const text = `await import('#shared/states/sale.ts'); ${replaced} assertReplaced()`
    expect(await outputOf(text)).toContain('MutationError: #shared/transition.ts was imported before')
  })
})

test('a module that is not there is refused', () => {
  expect(() => register([inModule('#shared/no-such-module.ts', {})])).toThrow(MutationError)
})

test('an export that is not there, or of another type, is a type error', () => {
  type Transition = typeof import('#shared/transition.ts')
  // @ts-expect-error: the module has no such export.
  inModule<Transition>('#shared/transition.ts', { stride: () => () => undefined })
  // @ts-expect-error: a step answers a state.
  inModule<Transition>('#shared/transition.ts', { step: () => () => 1 })
})
