/** What should be put right and keeps nobody from selling, such as a clock that is wrong: one line each, on every screen. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'

export function Notices() {
  const { notices } = useStatus()
  const { text } = useTranslator()
  if (notices.length === 0) return null
  return (
    <ul className="notices" aria-label={text('notice.label')}>
      {notices.map((notice) => (
        <li key={notice} data-notice={notice}>
          <Icon name="warning" />
          <Text k={`notice.${notice}`} />
          {notice === 'accounts-lost' && <AcceptLoss />}
        </li>
      ))}
    </ul>
  )
}

/** It is told at every start until a person has answered it; where that cannot be written, it stays. */
function AcceptLoss() {
  const { client } = useParts()
  return (
    <Button look="quiet" testId="accept-loss" onPress={() => void client.command('accounts.accept-loss', {})}>
      <Text k="notice.accounts-lost-known" />
    </Button>
  )
}
