/** What the service says is down, before anything is sent: it may be wrong, and so keeps nobody from selling. */
import { useStore } from 'zustand'
import { type MobilePart, operatorOfPart } from '#shared/products/mobile.ts'
import { StatusNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'

export function useMobileDown(): readonly MobilePart[] {
  return useStore(useParts().selling.entries.mobile.outages, ({ down }) => down)
}

export function DownNote({ part }: { readonly part: MobilePart | undefined }) {
  if (part === undefined) return null
  const word = part === 'mobilisFixedPlans' ? 'fixedDownNow' : 'downNow'
  return (
    <StatusNote testId="operator-down">
      <Text k={`sell.mobile.${word}`} values={{ operator: <bdi>{operatorOfPart[part]}</bdi> }} />
    </StatusNote>
  )
}
