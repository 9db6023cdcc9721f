/** What should be put right and keeps nobody from selling, such as a clock that is wrong: one line each, on every screen. */
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useStatus, useTranslator } from '../../counter-context.tsx'

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
        </li>
      ))}
    </ul>
  )
}
