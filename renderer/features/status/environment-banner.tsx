/** Whatever is not production says so on every screen, in a colour of its own and in words. */
import { Text } from '../../components/text.tsx'
import { useStatus, useTranslator } from '../../counter-context.tsx'

export function EnvironmentBanner() {
  const { environment } = useStatus()
  const { text } = useTranslator()
  if (environment === 'production') return null
  return (
    <section className="environment" data-environment={environment} aria-label={text('environment.label')}>
      <strong className="environment-name">
        <Text k={`environment.${environment}.name`} />
      </strong>
      <span>
        <Text k={`environment.${environment}.text`} />
      </span>
    </section>
  )
}
