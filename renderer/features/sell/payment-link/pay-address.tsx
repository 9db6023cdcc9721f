/** Where the customer pays: the address, to be copied into a message. */
import { Copyable } from '../../../components/copyable.tsx'
import { Text } from '../../../components/text.tsx'

export function PayAddress({ url }: { readonly url: string }) {
  return (
    <section className="pay-address">
      <div className="pay-address-words">
        <h2>
          <Text k="sell.payment-link.send" />
        </h2>
        <Copyable what="sell.payment-link.address" text={url} />
      </div>
    </section>
  )
}
