/**
 * Which sales money is still to be given back for, as the till says: a sale that failed says so until its customer has it. Asked
 * again whenever the till has changed.
 */
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import type { Centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { useParts, useTill } from '../../counter-context.tsx'

/** By their refs; null: a part is due, and nobody says how much. */
type Due = ReadonlyMap<Ref, Centimes | null>

const nothing: Due = new Map()
const DueContext = createContext<Due>(nothing)

export function DueProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useParts()
  const till = useTill()
  const [due, setDue] = useState(nothing)
  const count = till?.due.count ?? 0
  const sum = till?.due.sumCentimes ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another once its count or its sum is.
  useEffect(() => {
    if (count === 0) {
      setDue(nothing)
      return
    }
    let isWanted = true
    void client.command('till.refunds', {}).then((asked) => {
      if (!isWanted || !asked.ok) return
      setDue(new Map(asked.value.due.map(({ ref, balanceCentimes }) => [ref, balanceCentimes])))
    })
    return () => {
      isWanted = false
    }
  }, [client, count, sum])
  return <DueContext value={due}>{children}</DueContext>
}

/** The first sale that money is due for; undefined where none is, or nobody has said yet. */
export const useFirstDue = (): Ref | undefined => use(DueContext).keys().next().value

/** What is due for a sale; undefined where nothing is, or nobody has said yet. */
export const useDue = (ref: Ref): Centimes | null | undefined => use(DueContext).get(ref)
