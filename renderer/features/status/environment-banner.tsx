/** Whatever is not production says so on every screen, in a colour of its own and in words. */
import { Text } from '../../components/text.tsx'
import { useStatus } from '../../counter-context.tsx'

export function EnvironmentBanner() {
  const { environment } = useStatus()
  if (environment === 'production') return null
  return (
    <p className="environment" data-environment={environment} data-testid="environment">
      <strong>
        <Text k={`environment.${environment}.name`} />
      </strong>
      <span>
        <Text k={`environment.${environment}.text`} />
      </span>
    </p>
  )
}
