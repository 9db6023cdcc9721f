/** Before an account is asked at other addresses: the old ones, the new ones, what it means for open sales, and who does it. */
import type { AddressesInput } from '#shared/accounts.ts'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'

export interface AddressChangeProps {
  readonly from: AddressesInput
  readonly to: AddressesInput
  readonly who: string
  readonly onWho: (who: string) => void
}

export function AddressChange({ from, to, who, onWho }: AddressChangeProps) {
  return (
    <>
      <section className="note" data-tone="doubt" data-testid="address-change">
        <Icon name="warning" />
        <div className="note-body">
          <h4>
            <Text k="accounts.move.title" />
          </h4>
          <dl className="account-change">
            <div>
              <dt>
                <Text k="accounts.move.from" />
              </dt>
              <dd className="account-addresses">
                <bdi dir="ltr">{hostsOf(from)}</bdi>
              </dd>
            </div>
            <div>
              <dt>
                <Text k="accounts.move.to" />
              </dt>
              <dd className="account-addresses">
                <bdi dir="ltr">{hostsOf(to)}</bdi>
              </dd>
            </div>
          </dl>
          <p>
            <Text k="accounts.move.text" />
          </p>
        </div>
      </section>
      <TextField label="accounts.move.who" value={who} maxLength={80} onChange={onWho} />
    </>
  )
}

const hostsOf = ({ baseUrl, billUrl }: AddressesInput): string =>
  billUrl === baseUrl ? baseUrl : `${baseUrl} · ${billUrl}`
