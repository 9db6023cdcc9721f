/** One text in each language of the customer's display, side by side, each in its own direction. */
import { createContext, type ReactNode, use } from 'react'
import type { Locale } from '#shared/views.ts'
import { LanguageProvider } from '../counter-context.tsx'
import { directionOf, type MessageKey } from '../i18n.ts'
import { classNames } from './class-names.ts'
import styles from './in-languages.module.css'
import { Text } from './text.tsx'

const LanguagesContext = createContext<readonly Locale[]>(['fr'])

export const LanguagesProvider = LanguagesContext.Provider

interface InLanguagesProps {
  readonly k: MessageKey
  readonly values?: Readonly<Record<string, ReactNode>>
  /** A class besides its own. */
  readonly look?: string | undefined
  readonly as?: 'p' | 'h1' | 'strong'
}

export function InLanguages({ k, values = {}, look, as: Element = 'p' }: InLanguagesProps) {
  return (
    <Element className={classNames(styles['in-languages'], look)}>
      {use(LanguagesContext).map((locale) => (
        <span key={locale} lang={locale} dir={directionOf(locale)}>
          <LanguageProvider locale={locale}>
            <Text k={k} values={values} />
          </LanguageProvider>
        </span>
      ))}
    </Element>
  )
}
