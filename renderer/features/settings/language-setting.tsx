/** The counter's language, each by its own name: in the settings, and where the counter is shown for the first time. */
import { locales } from '#shared/views.ts'
import { Segments } from '../../components/segments.tsx'
import { useSettings, useTranslator } from '../../counter-context.tsx'
import { languages } from '../status/header.tsx'
import { Setting, type SettingsUpdate } from './setting.tsx'

interface LanguageSettingProps {
  readonly update: SettingsUpdate
  /** Where there is no room, or no need, for the word beside it. */
  readonly isBare?: boolean
}

export function LanguageSetting({ update, isBare = false }: LanguageSettingProps) {
  const { text } = useTranslator()
  const { locale } = useSettings()
  return (
    <Setting name="locale" {...(isBare ? {} : { label: 'header.language' })} update={update}>
      <Segments
        label={text('header.language')}
        value={locale}
        segments={locales.map((value) => ({
          value,
          face: <span lang={value}>{languages[value].name}</span>,
        }))}
        onChange={(chosen) => void update.save('locale', { locale: chosen })}
      />
    </Setting>
  )
}
