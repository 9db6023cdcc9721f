/** Settings files as nobody would write them: none makes the reading fail, and none loses a setting that is right. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { openSettings } from '#core/settings.ts'
import { centimes } from '#shared/money.ts'
import {
  defaultSettings,
  displayLanguages,
  displayPlaces,
  locales,
  settingsSchema,
  settingsVersion,
} from '#shared/views.ts'
import { keepLog } from '../support/api-client.ts'
import { RUNS } from '../support/effort.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = temporaryFolder()
})

function openWith(text: string) {
  writeFileSync(join(dataDir, 'settings.json'), text)
  return openSettings(dataDir, keepLog())
}

/** Right, or anything at all. */
const mixed = (right: fc.Arbitrary<unknown>) => fc.oneof(right, fc.jsonValue())
const anySlip = fc.record(
  { language: mixed(fc.constantFrom('fr', 'ar', 'both')), widthMm: mixed(fc.constantFrom(58, 80)) },
  { requiredKeys: [] },
)
const anyFields = fc.record(
  {
    version: mixed(fc.integer({ min: 1, max: settingsVersion })),
    locale: mixed(fc.constantFrom(...locales)),
    theme: mixed(fc.constantFrom('system', 'light', 'dark')),
    slip: mixed(anySlip),
    shop: mixed(fc.record({ name: mixed(fc.string({ maxLength: 100 })) })),
    sharedKey: mixed(fc.boolean()),
    lowBalanceCentimes: mixed(fc.option(fc.nat().map(centimes))),
    favourites: mixed(fc.constantFrom([], [{ kind: 'bill', partner: 'ADE' }])),
    recentsAfterMs: mixed(fc.nat()),
    desktopNotifications: mixed(fc.boolean()),
    tourDone: mixed(fc.boolean()),
    customerDisplay: mixed(fc.constantFrom(...displayPlaces)),
    customerDisplayLanguage: mixed(fc.constantFrom(...displayLanguages)),
    fullScreen: mixed(fc.boolean()),
    lookForUpdates: mixed(fc.boolean()),
    badLine: mixed(fc.boolean()),
    withoutPrinter: mixed(fc.boolean()),
    ['__proto__']: fc.jsonValue(),
    constructor: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

const { slip: slipSchema, shop: _shop, ...flat } = settingsSchema.shape

test('a valid setting is kept, whatever is beside it; an invalid one gets its default', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const text = JSON.stringify(fields)
      const found = JSON.parse(text)
      fc.pre(!(Number.isSafeInteger(found.version) && found.version > settingsVersion))
      const opened = openWith(text)
      const settings = opened.read()
      for (const [name, schema] of Object.entries(flat)) {
        const right = Object.hasOwn(found, name) && schema.safeParse(found[name]).success
        const expected: unknown = right ? found[name] : Reflect.get(defaultSettings, name)
        expect(Reflect.get(settings, name)).toEqual(expected)
      }
      for (const [name, schema] of Object.entries(slipSchema.shape)) {
        const foundValue: unknown = found.slip?.[name]
        const expected = schema.safeParse(foundValue).success
          ? foundValue
          : Reflect.get(defaultSettings.slip, name)
        expect(Reflect.get(settings.slip, name)).toBe(expected)
      }
    }),
    { numRuns: RUNS },
  )
})

test('no text prevents the opening, and changed settings are kept', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    anyFields.map((fields) => JSON.stringify(fields)),
    fc.tuple(anyFields, fc.nat(200)).map(([fields, cut]) => JSON.stringify(fields).slice(0, cut)),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const settings = openWith(text)
      expect(settingsSchema.parse(settings.read())).toEqual(settings.read())
      const changed = settings.update({ locale: 'ar' })
      if (changed.ok) expect(openSettings(dataDir, keepLog()).read()).toEqual(changed.value)
      else expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).toBe(text)
    }),
    { numRuns: Math.ceil(RUNS / 4) },
  )
})

test('a text of a million nested lists, or of one long word, is just invalid', () => {
  for (const text of [
    '['.repeat(1_000_000),
    `{"shopName":"${'x'.repeat(2_000_000)}"}`,
    `"${'\\'.repeat(999_990)}`,
  ]) {
    expect(openWith(text).notice()).toBe('settings-set-aside')
  }
})
