/** Hands the audit to a page: its types are taken out, and it runs there as a script of its own. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { Page } from 'playwright-core'
import type { findFlaws, findUnmirrored } from './audit.ts'

const source = readFileSync(new URL('./audit.ts', import.meta.url), 'utf8')
const body = stripTypeScriptTypes(source).replaceAll(/^export /gm, '')

const run = <Found>(page: Page, call: string): Promise<Found> =>
  page.evaluate(`(() => {${body}\nreturn ${call}})()`)

/** What is wrong with the screen that the page shows. */
export const flawsOf = (page: Page) => run<ReturnType<typeof findFlaws>>(page, 'findFlaws()')

/** What does not stand mirrored on it. */
export const unmirroredOf = (page: Page) => run<ReturnType<typeof findUnmirrored>>(page, 'findUnmirrored()')
