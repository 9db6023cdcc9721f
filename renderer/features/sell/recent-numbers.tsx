/** The numbers sold to last, under the empty number field. One press puts all that were sold to so far out of sight for good. */
import { formatTimeOrDate, startOfShopDay } from '#shared/dates.ts'
import { maskNumber } from '#shared/phone.ts'
import { Ltr, Text } from '../../components/text.tsx'
import { useParts, useSales, useSettings, useTranslator } from '../../counter-context.tsx'
import { useNow } from '../status/use-now.ts'
import { focusMainField } from './main-field.ts'
import { recentNumbers } from './recents.ts'

interface RecentNumbersProps {
  readonly kind: 'internet' | 'mobile'
  readonly onPick: (number: string) => void
}

export function RecentNumbers({ kind, onPick }: RecentNumbersProps) {
  const { client, screen } = useParts()
  const { text, locale } = useTranslator()
  const { recentsAfterMs } = useSettings()
  const sales = useSales()
  const todayMs = startOfShopDay(useNow())
  const recents = recentNumbers(sales, kind, recentsAfterMs)
  if (recents.length === 0) return null
  const pick = (number: string): void => {
    onPick(number)
    // Enter goes on with what stands in the field.
    focusMainField()
  }
  const hide = async (): Promise<void> => {
    // The button goes with what it hides.
    focusMainField()
    const newestMs = Math.max(recentsAfterMs, ...sales.map(({ recordedAtMs }) => recordedAtMs))
    const done = await client.command('settings.update', { recentsAfterMs: newestMs })
    if (!done.ok) screen.tell({ kind: 'error', error: done.error })
  }
  return (
    <section className="recents" aria-label={text('sell.recents.title')}>
      <header>
        <h2>
          <Text k="sell.recents.title" />
        </h2>
        <button type="button" className="recents-hide" onClick={() => void hide()}>
          <Text k="sell.recents.hide" />
        </button>
      </header>
      <ul>
        {recents.map(({ number, atMs }) => (
          <li key={number}>
            <button type="button" className="recent-key" onClick={() => pick(number)}>
              <Ltr>{maskNumber(number)}</Ltr>{' '}
              <small>
                <Ltr>{formatTimeOrDate(atMs, locale, todayMs)}</Ltr>
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
