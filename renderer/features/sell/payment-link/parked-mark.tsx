/** On the tab of payment links: that one was left there, and where it stands, while somebody else is served. */
import { useStore } from 'zustand'
import { Icon, type IconName } from '../../../components/icon.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import type { MessageKey } from '../../../i18n.ts'
import { useNow } from '../../status/use-now.ts'
import type { ParkedStep } from './kept.ts'
import { lookOfLink, standingOf } from './look-of-link.ts'

export function ParkedMark() {
  const links = useParts().selling.entries['payment-link']
  const parked = useStore(links.kept, (kept) => kept.parked)
  const nowMs = useNow()
  if (parked === null) return null
  const { icon, word } = looksOf(parked, nowMs)
  return (
    <span className="parked-mark" role="status" data-look={icon} data-testid="parked-link">
      <Icon name={icon} />
      <span className="visually-hidden">
        <Text k={word} />
      </span>
    </span>
  )
}

function looksOf(parked: ParkedStep, nowMs: number): { readonly icon: IconName; readonly word: MessageKey } {
  if (parked.at === 'link-status') {
    const standing = standingOf(parked.link, nowMs)
    return { icon: lookOfLink[standing], word: `sell.payment-link.phase.${standing}.word` }
  }
  return parked.isMaking
    ? { icon: 'sending', word: 'sell.payment-link.making' }
    : { icon: 'in-doubt', word: 'sell.payment-link.maybeMade' }
}
