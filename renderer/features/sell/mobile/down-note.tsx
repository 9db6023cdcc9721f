/** What the service says is down, before anything is sent: it may be wrong, and so keeps nobody from selling. */
import { type MobilePart, operatorOfPart } from '#shared/operators-down.ts'
import { StatusNote } from '../../../components/status-note.tsx'
import { Text } from '../../../components/text.tsx'

export function DownNote({ part }: { readonly part: MobilePart | undefined }) {
  if (part === undefined) return null
  const word = part === 'mobilisFixedPlans' ? 'fixedDownNow' : 'downNow'
  return (
    <StatusNote testId="operator-down">
      <Text k={`sell.mobile.${word}`} values={{ operator: <bdi>{operatorOfPart[part]}</bdi> }} />
    </StatusNote>
  )
}
