/** An environment in its colour and by its name: colour alone says nothing. */
import type { Environment } from '#shared/environments.ts'
import { Text } from '../../components/text.tsx'

export function EnvironmentMark({ environment }: { readonly environment: Environment }) {
  return (
    <span className="environment-mark" data-environment={environment}>
      <Text k={`environment.${environment}.name`} />
    </span>
  )
}
