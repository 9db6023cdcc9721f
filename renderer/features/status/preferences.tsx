/** Language and appearance: one press each, kept by the core. */
import { Radio, RadioGroup } from 'react-aria-components'
import { type Locale, locales, type Settings } from '#shared/views.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useParts, useSettings, useTranslator } from '../../counter-context.tsx'

/** Languages name themselves, so that each person finds their own. */
const languages: Readonly<Record<Locale, { readonly short: string; readonly name: string }>> = {
  fr: { short: 'FR', name: 'Français' },
  ar: { short: 'ع', name: 'العربية' },
  en: { short: 'EN', name: 'English' },
}

const themes = ['system', 'light', 'dark'] as const
const themeIcon: Readonly<Record<Settings['theme'], IconName>> = {
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
      <RadioGroup
        className="segments"
        aria-label={text('header.language')}
        value={locale}
        orientation="horizontal"
        onChange={(chosen) => {
          const found = locales.find((one) => one === chosen)
          if (found) void update({ locale: found })
        }}
      >
        {locales.map((one) => (
          <Radio key={one} value={one} className="segment" aria-label={languages[one].name}>
            <span lang={one} aria-hidden="true">
              {languages[one].short}
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <RadioGroup
        className="segments"
        aria-label={text('header.theme')}
        value={theme}
        orientation="horizontal"
        onChange={(chosen) => {
          const found = themes.find((one) => one === chosen)
          if (found) void update({ theme: found })
        }}
      >
        {themes.map((one) => (
          <Radio key={one} value={one} className="segment" aria-label={text(`header.themes.${one}`)}>
            <Icon name={themeIcon[one]} />
          </Radio>
        ))}
      </RadioGroup>
    </div>
  )
}
