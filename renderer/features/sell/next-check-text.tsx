/** When a key that was refused may be tried again, in words: they stand in the place of the button, or beside it. */
import type { NextCheck } from '#shared/views.ts'
import { Text } from '../../components/text.tsx'
import { useNow } from '../status/use-now.ts'
import { minutesUntil } from './minutes-until.ts'

export function NextCheckText({ nextCheck }: { readonly nextCheck: NextCheck }) {
  const nowMs = useNow()
  const count = nextCheck.kind === 'later' ? minutesUntil(nextCheck.fromMs, nowMs) : 0
  return (
    <p role="status" data-next-check={nextCheck.kind}>
      <Text k={`closed.next.${nextCheck.kind}`} values={{ count }} />
    </p>
  )
}
