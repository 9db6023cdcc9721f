/** Where a card is good: a card of another region is of no use to the customer. */
import { localeTag } from '#shared/dates.ts'
import type { Locale } from '#shared/views.ts'
import { useTranslator } from '../counter-context.tsx'
import { Ltr } from './text.tsx'

/** The catalog's own word, with the country's name where it is a country's code. */
export function RegionName({ region }: { readonly region: string }) {
  const { locale } = useTranslator()
  const name = countryName(region, locale)
  return (
    <span className="region">
      <Ltr>{region}</Ltr> {name !== undefined && <bdi>{name}</bdi>}
    </span>
  )
}

function countryName(region: string, locale: Locale): string | undefined {
  if (!/^[A-Z]{2}$/.test(region)) return undefined
  return new Intl.DisplayNames([localeTag[locale]], { type: 'region', fallback: 'none' }).of(region)
}
