/** What the command line says, in the shop's language, or the system's where no shop has chosen one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings, readSettings } from '#core/settings-text.ts'
import ar from '#shared/locales/console/ar.json' with { type: 'json' }
import en from '#shared/locales/console/en.json' with { type: 'json' }
import fr from '#shared/locales/console/fr.json' with { type: 'json' }
import { type Locale, locales } from '#shared/views.ts'

/** French is the reference: a word that another lacks is a compile error. */
export type ConsoleTexts = typeof fr
const textsIn: Readonly<Record<Locale, ConsoleTexts>> = { fr, ar, en }

export const textsOf = (locale: Locale): ConsoleTexts => textsIn[locale]

/** Changes nothing: a settings file that is wrong stays as it is, and what can be read of it counts. */
export function consoleLocale(
  dataDir: string,
  system = new Intl.DateTimeFormat().resolvedOptions().locale,
): Locale {
  const ofSystem = locales.find((locale) => system.toLowerCase().startsWith(locale)) ?? defaultSettings.locale
  try {
    const text = readFileSync(join(dataDir, 'settings.json'), 'utf8')
    return readSettings(text, { ...defaultSettings, locale: ofSystem }).settings.locale
  } catch {
    return ofSystem
  }
}

/** Puts values into a text by their names. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
