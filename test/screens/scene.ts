/** A scene: one state of one screen, with the table that the window is opened over and the keys that lead there. */
import type { Page } from 'playwright-core'
import { displayViewOf } from '#core/display/display.ts'
import type { DisplayScene } from '#shared/display.ts'
import type { AppEvent } from '#shared/ipc/wire.ts'
import { centimes } from '#shared/money.ts'
import type { PrintJobView } from '#shared/printing.ts'
import { noPrices } from '#shared/till/prices.ts'
import type { TillView } from '#shared/till/till.ts'
import type { Settings, Snapshot, StatusView } from '#shared/views.ts'
import { maxGapMs } from '../../renderer/features/sell/keyboard.ts'
import { looksKey } from '../../renderer/page-storage.ts'
import { snapshotOf, tillOf } from '../support/bridge.ts'
import type { Answers, WindowMaker, WindowPage } from '../support/window-page.ts'
import { longShop, minuteMs, nowMs } from './views.ts'

export interface Scene {
  readonly name: string
  readonly snapshot: Snapshot
  readonly answers: Answers
  /** What the customer's display shows, where the scene is one of that window. */
  readonly display?: DisplayScene
  /** From the first picture to the state. */
  go(page: Page): Promise<void>
  /** What the window hears once it has gone there. */
  readonly heard: readonly AppEvent[]
  /** What is in sight once the state is there. */
  readonly shows: string
  /** The state ends by itself after a while. */
  readonly passes: boolean
}

type Status = Partial<StatusView>

export interface SceneParts {
  readonly status?: Status
  readonly settings?: Partial<Settings>
  readonly sales?: Snapshot['sales']
  readonly printJobs?: readonly PrintJobView[]
  readonly till?: Partial<TillView>
  readonly answers?: Answers
  /** Keys in their order, each pressed; what begins with `click ` is pressed with the finger, with `unfold ` where it is shown; `scroll ` brings a part to the top. */
  readonly keys?: readonly string[]
  readonly heard?: readonly AppEvent[]
  readonly shows: string
  readonly passes?: boolean
}

const usual = snapshotOf()
/** No printer, and no archive yet. */
const usualAnswers: Answers = {
  'printers.status': { ok: true, value: { kind: 'none' } },
  'archive.state': {
    ok: true,
    value: { folder: null, publicKey: null, earlierKey: null, keyProblem: null, last: null },
  },
}

export function scene(name: string, parts: SceneParts): Scene {
  const { status, settings, sales = [], printJobs = [], till, answers = {}, keys = [], heard = [] } = parts
  const { shows, passes = false } = parts
  // The window keeps one sale for each ref.
  if (new Set(sales.map(({ ref }) => ref)).size < sales.length)
    throw new Error(`${name}: two sales have one ref`)
  const snapshot: Snapshot = {
    ...usual,
    sequence: 1,
    startedAtMs: nowMs,
    status: {
      ...usual.status,
      balance: { amountCentimes: bigBalance, atMs: nowMs - 3 * minuteMs },
      ...status,
    },
    settings: { ...usual.settings, ...settings },
    sales,
    printJobs: [...printJobs],
    lateCodes: [],
    till: tillOf(till),
  }
  return {
    name,
    snapshot,
    answers: { ...usualAnswers, ...answers },
    shows,
    passes,
    heard,
    go: (page) => walk(page, keys),
  }
}

const bigBalance = centimes(12_345_678_950)

/** A scene of the customer's display, in the shop with the longest name. */
export function displayScene(name: string, display: DisplayScene, change: Partial<Settings> = {}): Scene {
  const shows = `.display[data-scene="${display.kind}"]`
  const settings = { shop: longShop, customerDisplay: 'window', customerDisplayLanguage: 'counter' } as const
  return { ...scene(name, { settings: { ...settings, ...change }, shows }), display }
}

/** A command's answer, and its refusal by the service. */
export const ok = <Value>(value: Value) => ({ ok: true, value }) as const
export const refused = (code: string) =>
  ({
    ok: false,
    error: { kind: 'refused', code, message: 'refused', requestId: '7f0c2c1e-5b0a-4c8e-9a51-2d6f5d1c9b77' },
  }) as const

export type Looks = Pick<Settings, 'locale' | 'theme'>

/** The answers that a language and a theme make of a scene. */
function answersIn({ snapshot, display, answers }: Scene, looks: Looks): Answers {
  const settings = { ...snapshot.settings, ...looks }
  if (!display) return { 'app.snapshot': ok({ ...snapshot, settings }), ...answers }
  const view = displayViewOf(snapshot.status.environment, settings, display, noPrices)
  return { 'display.read': ok({ sequence: snapshot.sequence, view }) }
}

/** The event that gives the window of a scene another language and theme. */
export function looksEvent({ snapshot, display }: Scene, looks: Looks): AppEvent {
  const settings = { ...snapshot.settings, ...looks }
  if (!display) return { kind: 'settings-changed', settings }
  return {
    kind: 'display-changed',
    view: displayViewOf(snapshot.status.environment, settings, display, noPrices),
  }
}

/** On a busy machine a window opens slowly. */
const openTimeoutMs = 90_000
/** A state that is not there after this time is not reached. */
const reachTimeoutMs = 60_000

/** Opens the window and walks to the state. Where the way there cannot be walked, the state is not there. */
export async function standScene(maker: WindowMaker, scene: Scene, looks: Looks): Promise<WindowPage> {
  const name = scene.display ? 'display' : 'counter'
  const window = await maker.open(answersIn(scene, looks), nowMs, name, { [looksKey]: JSON.stringify(looks) })
  window.page.setDefaultTimeout(reachTimeoutMs)
  await window.page
    .locator('main')
    .first()
    .waitFor({ timeout: openTimeoutMs })
    .catch(() => {})
  await scene.go(window.page).catch(() => {})
  if (scene.heard.length > 0) await window.send(scene.snapshot.sequence + 1, scene.heard)
  return window
}

const clickMark = 'click '
/** A part that a small window folds away is unfolded first. */
const unfoldMark = 'unfold '
/** A part that is not pressed is brought into sight: a press would land on whatever stands in its middle. */
const scrollMark = 'scroll '
/** A hand lets go of a digit that chooses before it types on: what comes faster is a scanner's. */
const handPauseMs = 2 * maxGapMs

async function walk(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key.startsWith(unfoldMark)) await unfold(page, key.slice(unfoldMark.length))
    else if (key.startsWith(scrollMark)) await bringToTop(page, key.slice(scrollMark.length))
    else if (key.startsWith(clickMark)) await page.locator(key.slice(clickMark.length)).first().click()
    else if (key.length > 1 && (/^[\d ]+$/.test(key) || key.startsWith('C1.'))) await page.keyboard.type(key)
    else await page.keyboard.press(key)
    if (/^\d$/.test(key)) await page.waitForTimeout(handPauseMs)
  }
}

async function unfold(page: Page, selector: string): Promise<void> {
  const fold = page.locator(selector).first()
  await fold.waitFor({ state: 'attached' })
  if (await fold.isVisible()) await fold.click()
}

const bringToTop = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => part.scrollIntoView({ block: 'start' }))
