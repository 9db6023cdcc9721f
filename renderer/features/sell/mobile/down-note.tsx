/** What the service says is down, before anything is sent: it may be wrong, and so keeps nobody from selling. */
import { type MobilePart, operatorOfPart } from '#shared/operators-down.ts'
import { Icon } from '../../../components/icon.tsx'
import { Text } from '../../../components/text.tsx'

export function DownNote({ part }: { readonly part: MobilePart | undefined }) {
  if (part === undefined) return null
  const word = part === 'mobilisFixedPlans' ? 'fixedDownNow' : 'downNow'
  return (
    <p className="note" data-tone="doubt" role="status" data-testid="operator-down">
      <Icon name="warning" />
      <span>
        <Text k={`sell.mobile.${word}`} values={{ operator: <bdi>{operatorOfPart[part]}</bdi> }} />
      </span>
    </p>
  )
}
