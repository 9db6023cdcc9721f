/** Texts with elements inside, and things that read from left to right whatever surrounds them. */
import { Fragment, type ReactNode } from 'react'
import { type Centimes, formatDinars } from '#shared/money.ts'
import { groupNumber, spokenNumber } from '#shared/phone.ts'
import { useTranslator } from '../counter-context.tsx'
import type { MessageKey } from '../i18n.ts'

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
