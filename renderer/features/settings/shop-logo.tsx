/** The shop's logo: picked from a PNG file, turned to black and white by the core, taken away again. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Logo } from '#shared/shop.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'

export interface ShopLogoProps {
  readonly hasLogo: boolean
  /** Saves it; null takes it away. */
  readonly onLogo: (logo: Logo | null) => Promise<void>
}

export function ShopLogo({ hasLogo, onLogo }: ShopLogoProps) {
  const { client } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const pick = async (): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const picked = await client.command('shop.pick-logo', {})
    setIsBusy(false)
    if (!picked.ok) setError(picked.error)
    else if (picked.value.logo) await onLogo(picked.value.logo)
  }
  return (
    <div className="shop-logo">
      <p className="setting-label">
        <Text k="shop.logo" />
      </p>
      <p className="step-hint">
        <Text k="shop.logoHint" />
      </p>
      <div className="action-row">
        <Button isDisabled={isBusy} testId="pick-logo" onPress={() => void pick()}>
          <Text k={hasLogo ? 'shop.otherLogo' : 'shop.pickLogo'} />
        </Button>
        {hasLogo && (
          <Button isDisabled={isBusy} testId="remove-logo" onPress={() => void onLogo(null)}>
            <Text k="shop.removeLogo" />
          </Button>
        )}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
