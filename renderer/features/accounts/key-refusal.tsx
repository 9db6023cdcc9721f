/** Why a key cannot be used, for the person who is setting it up: what to do at the service, and how often it may be tried. */
import type { AppError } from '#shared/app-error.ts'
import { Copyable } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'

type Refused = Extract<AppError, { readonly kind: 'refused' }>

export function KeyRefusal({ error }: { readonly error: AppError }) {
  if (error.kind !== 'refused') return <ErrorNote error={error} />
  if (error.code === 'INVALID_ACCESS_TOKEN') return <RefusedKey refused={error} />
  if (error.code === 'IP_NOT_ALLOWED') return <RefusedAddress refused={error} />
  return <ErrorNote error={error} />
}

function RefusedKey({ refused: { attemptsLeft, requestId } }: { readonly refused: Refused }) {
  return (
    <section className="note" role="alert" data-refused="key">
      <Icon name="lock" />
      <div className="note-body">
        <h4>
          <Text k="accounts.refused.keyTitle" />
        </h4>
        <p>
          <Text k="accounts.refused.keyText" />
        </p>
        {attemptsLeft !== undefined && (
          <p>
            <strong>
              <Text k="advice.attemptsLeft" values={{ count: attemptsLeft }} />
            </strong>
          </p>
        )}
        {requestId !== undefined && <Copyable what="sale.requestId" text={requestId} />}
      </div>
    </section>
  )
}

function RefusedAddress({ refused: { address } }: { readonly refused: Refused }) {
  return (
    <section className="note" role="alert" data-refused="address">
      <Icon name="lock" />
      <div className="note-body">
        <h4>
          <Text k="accounts.refused.addressTitle" />
        </h4>
        <p>
          <Text
            k={address === undefined ? 'accounts.refused.addressUnknown' : 'accounts.refused.addressText'}
          />
        </p>
        {address !== undefined && (
          <p className="refused-address">
            <Copyable what="accounts.refused.address" text={address} />
          </p>
        )}
      </div>
    </section>
  )
}
