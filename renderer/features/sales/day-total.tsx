/** What was sold today, always in sight; what the shop earned on it only while somebody asks, because customers see the screen. */
import { useEffect, useState } from 'react'
import { centimes, sumCentimes } from '#shared/money.ts'
import { valueOfSale } from '#shared/till/sale-value.ts'
import type { SaleView } from '#shared/views.ts'
import { Icon } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { usePeople, useSignedIn, useTranslator } from '../../counter-context.tsx'

/** The gain is hidden again by itself. */
const shownMs = 5_000

/** What was delivered of these sales, and what it cost, in centimes. */
export function totalOf(sales: readonly SaleView[]) {
  const values = sales.map((sale) => valueOfSale(sale))
  const takenCentimes = sumCentimes(values.map(({ earnedCentimes }) => earnedCentimes))
  const costCentimes = sumCentimes(values.map((value) => value.costCentimes))
  return { takenCentimes, gainCentimes: centimes(takenCentimes - costCentimes) }
}

/** `sales`: those that ended today. */
export function DayTotal({ sales }: { readonly sales: readonly SaleView[] }) {
  const { text } = useTranslator()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const end = setTimeout(() => setIsShown(false), shownMs)
    return () => clearTimeout(end)
  }, [isShown])
  const { isOn } = usePeople()
  const person = useSignedIn()
  const maySee = !isOn || person?.role === 'owner'
  const { takenCentimes, gainCentimes } = totalOf(sales)
  return (
    <span className="day-total" data-testid="day-total">
      <strong>
        <Amount centimes={takenCentimes} />
      </strong>
      {maySee && (
        <button
          type="button"
          className="day-gain"
          data-testid="day-gain"
          aria-pressed={isShown}
          title={text('sales.gain')}
          aria-label={text('sales.gain')}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? (
            <>
              <Text k="sales.gain" /> <Amount centimes={gainCentimes} />
            </>
          ) : (
            <Icon name="eye" />
          )}
        </button>
      )}
    </span>
  )
}
