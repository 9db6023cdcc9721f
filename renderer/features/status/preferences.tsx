/** Language and appearance: one press each, kept by the core. */
import { type Locale, locales, type Settings } from '#shared/views.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'

/** Languages name themselves, so that each person finds their own. */
export const languages: Readonly<Record<Locale, { readonly short: string; readonly name: string }>> = {
  fr: { short: 'FR', name: 'Français' },
  ar: { short: 'ع', name: 'العربية' },
  en: { short: 'EN', name: 'English' },
}

export const themes = ['system', 'light', 'dark'] as const
export const themeIcon: Readonly<Record<Settings['theme'], IconName>> = {
  system: 'system',
  light: 'sun',
  dark: 'moon',
}

export function Preferences() {
  const { client, screen } = useParts()
  const { text } = useTranslator()
  const { locale, theme } = useSettings()
  const update = async (change: Partial<Pick<Settings, 'locale' | 'theme'>>): Promise<void> => {
    const done = await client.command('settings.update', change)
    if (!done.ok) screen.tell({ kind: 'error', error: done.error })
  }
  return (
    <div className="preferences">
      <Segments
        label={text('header.language')}
        value={locale}
        segments={locales.map((one) => ({
          value: one,
          name: languages[one].name,
          face: (
            <span lang={one} aria-hidden="true">
              {languages[one].short}
            </span>
          ),
        }))}
        onChange={(chosen) => void update({ locale: chosen })}
      />
      <Segments
        label={text('header.theme')}
        value={theme}
        segments={themes.map((one) => ({
          value: one,
          name: text(`header.themes.${one}`),
          face: <Icon name={themeIcon[one]} />,
        }))}
        onChange={(chosen) => void update({ theme: chosen })}
      />
    </div>
  )
}
