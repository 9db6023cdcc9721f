/**
 * The text of a settings file, and what is read from one: pure. A file names its version; one of an earlier version is
 * brought up step by step. Invariant: no text makes the reading fail as a whole. A field that is wrong gets its default and
 * is named; the fields beside it stay as they were set.
 */
import * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { usualDots } from '#shared/printer-models.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { defaultSettings, type Settings, settingsSchema, settingsVersion } from '#shared/views.ts'
import { type FileProblem, parseJson, problemAt } from './json-file.ts'
import { fileError, openFile, saveFile } from './picked-file.ts'
import type { Files } from './ports.ts'
import type { SettingsFile } from './settings.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What of a file of one version becomes another thing in the next, by the earlier one's number; version 1 had no field for
 * its version. Where none stands, settings came and nothing changed its meaning. Added to, never changed.
 */
const steps: Readonly<Record<number, (fields: Fields) => Fields>> = {
  // A low balance may be warned of. Nobody could ask for it before.
  1: (fields) => ({ lowBalanceCentimes: null, ...fields }),
  // The shop has more than its name.
  2: ({ shopName, ...fields }) => (shopName === undefined ? fields : { shop: { name: shopName }, ...fields }),
  // A printer states how many dots its head has. Every one was taken for the usual of its paper.
  6: (fields) =>
    isFields(fields['printer']) ? { ...fields, printer: withTraits(fields['printer']) } : fields,
  // That the key is shared is a person's to say. What the counter had found by itself is its mark alone.
  14: (fields) =>
    fields['keyFoundShared'] === true ? { ...fields, keyFoundShared: 'asks', sharedKey: false } : fields,
}

/** A file's fields as those of `settingsVersion`. */
function broughtUpFrom(version: number, fields: Fields): Fields {
  let current = fields
  for (let from = version; from < settingsVersion; from += 1) current = steps[from]?.(current) ?? current
  return current
}

const withTraits = (printer: Fields): Fields => ({
  ...{ dots: usualDots[printer['paper'] === 58 ? 58 : 80], drawsCodes: true, asks: true },
  ...printer,
})

interface SettingsReading {
  /** What could be read, and the given settings in the place of the rest. */
  readonly settings: Settings
  /** The first thing that is wrong. */
  readonly problem: FileProblem | undefined
  /** A newer version of the product has made the file, and what its fields mean is not known here: none is taken. */
  readonly isNewer: boolean
  /** The file is one that was put in the place of a broken one, and no person has saved settings since. */
  readonly isMended: boolean
  /** Where what was said of the key cannot be read, that nobody else uses it is never supposed: an order of theirs could be taken for one's own. */
  readonly keyFoundShared: Marks['keyFoundShared']
}

/** What a file says beside its settings. */
export interface Marks {
  /** It stands in the place of a broken file, until a person saves settings. */
  readonly mended?: true
  /**
   * The counter has found that the key may be shared: it asks a person until they have saved settings, and knows it for good. Or
   * it cannot read what was said of the key, until a person has saved settings, and with them what they show.
   */
  readonly keyFoundShared?: 'asks' | 'known' | 'unread' | undefined
}

/** Reads a settings file. A field that is not there, or is wrong, is `otherwise`'s. */
export function readSettings(text: string, otherwise: Settings = defaultSettings): SettingsReading {
  const json = parseJson(text)
  const nothing = { settings: otherwise, isNewer: false, isMended: false, keyFoundShared: 'unread' } as const
  if (!json.ok) return { ...nothing, problem: json.error }
  if (!isFields(json.value)) return { ...nothing, problem: problemAt(text, [], 'not an object') }
  const { version = 1, mended, ...fields } = json.value
  const known = z.int().positive().safeParse(version)
  if (known.success && known.data > settingsVersion) {
    const problem = problemAt(text, ['version'], `newer than ${settingsVersion}`)
    return { ...nothing, isNewer: true, problem }
  }
  const fileVersion = known.success ? known.data : settingsVersion
  const { keyFoundShared, ...current } = broughtUpFrom(fileVersion, fields)
  const taken = takeValid(settingsSchema, current, otherwise, [])
  const [first] = known.success ? taken.faults : [{ path: ['version'], problem: 'not a version' }]
  const settings = settingsSchema.parse(taken.value)
  const problem = first && problemAt(text, first.path, first.problem)
  const isKeySaid = settingsSchema.shape.sharedKey.safeParse(current['sharedKey']).success
  return {
    ...{ settings, isNewer: false, problem },
    ...{
      isMended: mended === true,
      keyFoundShared: markIn(keyFoundShared, isKeySaid || problem === undefined),
    },
  }
}

/** The file of these settings. It holds what the schema names and nothing else, and no secret has a place there. */
export const textOfSettings = (settings: Settings, marks: Marks = {}): string =>
  `${JSON.stringify({ version: settingsVersion, ...marks, ...settingsSchema.parse(settings) }, null, 2)}\n`

/** Of a mark that says nothing that is known here it is believed that it was set. */
function markIn(mark: unknown, isKeySaid: boolean): Marks['keyFoundShared'] {
  if (mark === undefined) return isKeySaid ? undefined : 'unread'
  return mark === 'known' || mark === 'unread' ? mark : 'asks'
}

interface Fault {
  readonly path: readonly string[]
  readonly problem: string
}

interface Taken {
  readonly value: unknown
  readonly faults: readonly Fault[]
}

/** What of `found` fits the schema, field by field, with `otherwise` in the place of the rest. As deep as the schema. */
function takeValid(schema: z.ZodType, found: unknown, otherwise: unknown, path: readonly string[]): Taken {
  if (schema instanceof z.ZodObject && isFields(found) && isFields(otherwise)) {
    return takeFields(schema, found, otherwise, path)
  }
  const parsed = schema.safeParse(found)
  if (parsed.success) return { value: parsed.data, faults: [] }
  return { value: otherwise, faults: [{ path, problem: parsed.error.issues[0]?.message ?? 'not usable' }] }
}

function takeFields(schema: z.ZodObject, found: Fields, otherwise: Fields, path: readonly string[]): Taken {
  const strange = Object.keys(found).filter((name) => !Object.hasOwn(schema.shape, name))
  const faults: Fault[] = strange.map((name) => ({ path: [...path, name], problem: 'no such setting' }))
  const entries = Object.entries(schema.shape).map(([name, part]) => {
    if (!Object.hasOwn(found, name)) return [name, otherwise[name]] as const
    const taken = takeValid(part, found[name], otherwise[name], [...path, name])
    faults.push(...taken.faults)
    return [name, taken.value] as const
  })
  return { value: Object.fromEntries(entries), faults }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Settings that leave the counter in a file and come back from one, on this machine or another. Invariant: a file with
// anything wrong in it changes nothing at all.

const SUGGESTED_NAME = 'comptoir-settings.json'

/** Saves the settings where the person says. The file holds what the schema of settings names, and so no secret. */
export const exportSettings = (
  settings: SettingsFile,
  files: Files,
): Promise<Result<CommandOutput<'settings.export'>, AppError>> =>
  saveFile(files, SUGGESTED_NAME, settings.exportText())

/**
 * Takes the settings of a file that the person picks; one that the file does not name stays as it is. `invalid-input` names
 * the line and field that are wrong, or the notice of a settings file that is not written over. `consents` may ask a person;
 * what the file does not name is read behind their answer, and `note` writes down what then changes.
 */
export async function importSettings(
  settings: SettingsFile,
  files: Files,
  consents: (change: CommandInput<'settings.update'>) => Promise<AppError | undefined>,
  note: (before: Settings, change: CommandInput<'settings.update'>) => AppError | undefined,
): Promise<Result<CommandOutput<'settings.import'>, AppError>> {
  const picked = await openFile(files)
  if (!picked.ok) return picked
  if (picked.value === null) return ok({ path: null, settings: settings.read() })
  const asked = settings.readText(picked.value.text)
  if (!asked.ok) return err(fileError(asked.error))
  const denied = await consents(asked.value)
  if (denied) return err(denied)
  const reread = settings.readText(picked.value.text)
  if (!reread.ok) return err(fileError(reread.error))
  const refusal = note(settings.read(), reread.value)
  if (refusal) return err(refusal)
  const updated = settings.update(reread.value)
  if (!updated.ok) return err({ kind: 'invalid-input', field: 'settings', problem: updated.error })
  return ok({ path: picked.value.path, settings: updated.value })
}
