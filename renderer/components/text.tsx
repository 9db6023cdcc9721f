/** Texts with elements inside, and things that read from left to right whatever surrounds them. */
import { createContext, Fragment, type ReactNode, use } from 'react'
import { type Centimes, formatDinars } from '#shared/money.ts'
import { groupNumber, spokenNumber } from '#shared/phone.ts'
import type { Locale } from '#shared/views.ts'
import { LanguageProvider, useTranslator } from '../counter-context.tsx'
import { directionOf, type MessageKey } from '../i18n.ts'
import { classNames } from './class-names.ts'
import styles from './text.module.css'

export interface TextProps {
  readonly k: MessageKey
  readonly values?: Readonly<Record<string, ReactNode>>
}

/** A text of the locale; `values` may be elements. */
export function Text({ k, values = {} }: TextProps) {
  const parts = useTranslator().parts<ReactNode>(k, values)
  // biome-ignore lint/suspicious/noArrayIndexKey: a message's parts never change their order.
  return parts.map((part, place) => <Fragment key={place}>{part}</Fragment>)
}

/** A number, a ref or a code: isolated, so that right-to-left text around it cannot turn it over. */
export function Ltr({ children }: { readonly children: ReactNode }) {
  return (
    <bdi dir="ltr" className="ltr">
      {children}
    </bdi>
  )
}

/** An amount with its currency in the language of the screen. */
export function Amount({ centimes }: { readonly centimes: Centimes }) {
  return (
    <span className="amount">
      <Text k="money.amount" values={{ amount: <Ltr>{formatDinars(centimes)}</Ltr> }} />
    </span>
  )
}

/** A line number in groups, as it is read aloud with the customer. */
export function LineNumber({ number }: { readonly number: string }) {
  return <Ltr>{groupNumber(spokenNumber(number))}</Ltr>
}

// A name that is written in Latin letters, with its Arabic one beside it where the screen is Arabic.

interface OwnNameProps {
  readonly latin: string
  /** Undefined where none is in use. */
  readonly arabic: string | undefined
}

/** The groups of a number stay on one line. */
const withWholeNumbers = (name: string): string => name.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')

export function OwnName({ latin: name, arabic }: OwnNameProps) {
  const { locale } = useTranslator()
  const latin = withWholeNumbers(name)
  if (locale !== 'ar' || arabic === undefined) return <bdi>{latin}</bdi>
  return (
    <>
      <bdi>{arabic}</bdi> <bdi data-second-name>{latin}</bdi>
    </>
  )
}

// One text in each language of the customer's display, side by side, each in its own direction.

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
