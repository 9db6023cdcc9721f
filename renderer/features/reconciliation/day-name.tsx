/** A day of the shop's by its date, with the day of the week. */
import { formatDate, localeTag, shopTimeZone } from '#shared/dates.ts'
import { shopDaySpan } from '#shared/reconciliation.ts'
import { Ltr } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'

export function DayName({ day }: { readonly day: string }) {
  const { locale } = useTranslator()
  const { fromMs } = shopDaySpan(day)
  const weekday = new Intl.DateTimeFormat(localeTag[locale], { timeZone: shopTimeZone, weekday: 'short' })
  return (
    <>
      <bdi>{weekday.format(fromMs)}</bdi> <Ltr>{formatDate(fromMs, locale)}</Ltr>
    </>
  )
}
