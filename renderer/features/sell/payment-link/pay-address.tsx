/** Where the customer pays: the address, to be copied into a message, or read off the screen by the customer's camera. */
import { Copyable } from '../../../components/copyable.tsx'
import { Text } from '../../../components/text.tsx'
import { QrCode } from './qr-code.tsx'

export function PayAddress({ url }: { readonly url: string }) {
  return (
    <section className="pay-address">
      <div className="pay-address-words">
        <h2>
          <Text k="sell.payment-link.send" />
        </h2>
        <Copyable what="sell.payment-link.address" text={url} />
        <p className="step-hint">
          <Text k="sell.payment-link.scan" />
        </p>
      </div>
      <QrCode text={url} />
    </section>
  )
}
