/** A link and where its payment stands. It is looked at again by itself (session-links.tsx); Enter looks at once. */
import { useMemo } from 'react'
import { encode } from 'uqr'
import { isLinkOver, type PaymentLinkView } from '#shared/payment-link.ts'
import { Button } from '../../components/button.tsx'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import phaseCardStyles from '../sales/phase-card.module.css'
import { Moment } from '../sales/sale-facts.tsx'
import stepPartsStyles from '../sell/step-parts.module.css'
import { StepFrame } from '../sell/step-parts.tsx'
import { useNow } from '../status/age.tsx'
import { offersAgain, type StatusStepState } from './flow.ts'
import { useLinkTitle } from './listed-links.tsx'
import { lookOfLink, standingOf, TimeLeft } from './session-links.tsx'
import styles from './status-step.module.css'

export function StatusStep({ step }: { readonly step: StatusStepState }) {
  const { link, paymentUrl } = step
  const title = useLinkTitle(link.paymentRef)
  return (
    <StepFrame title="sell.payment-link.title" canGoBack>
      <PaymentCard step={step} />
      {step.error && <ErrorNote error={step.error} />}
      {paymentUrl !== null && !isLinkOver(link) && <PayAddress url={paymentUrl} />}
      <section className={stepPartsStyles['line-summary']}>
        <FactList facts={factsOf(link, title)} />
        {link.message !== null && (
          <Technical>
            <FactList facts={[{ label: 'sell.payment-link.message', value: <bdi>{link.message}</bdi> }]} />
          </Technical>
        )}
      </section>
      <footer className={stepPartsStyles['step-foot']}>
        <GoOn step={step} />
      </footer>
    </StepFrame>
  )
}

function PaymentCard({ step: { link } }: { readonly step: StatusStepState }) {
  const standing = standingOf(link, useNow())
  const look = lookOfLink[standing]
  return (
    <section
      className={phaseCardStyles['phase-card']}
      data-phase={look}
      data-link={standing}
      data-testid="payment-link"
    >
      <Icon name={look} />
      <div className={phaseCardStyles['phase-words']} role="status">
        <h2>
          <Text k={`sell.payment-link.phase.${standing}.word`} />
        </h2>
        <p className={phaseCardStyles['phase-tell']}>
          <Text k={`sell.payment-link.phase.${standing}.tell`} />
        </p>
      </div>
      {link.endsByMs !== null && <TimeLeft endsByMs={link.endsByMs} />}
    </section>
  )
}

const factsOf = (link: PaymentLinkView, title: string | null): readonly Fact[] => [
  {
    label: 'sale.amount',
    value: link.amountCentimes !== null && (
      <strong className={styles['link-amount']}>
        <Amount centimes={link.amountCentimes} />
      </strong>
    ),
  },
  { label: 'sell.payment-link.field.title', value: title !== null && <bdi>{title}</bdi> },
  { label: 'sale.ref', value: <Copyable what="sale.ref" text={link.paymentRef} /> },
  { label: 'sell.payment-link.begun', value: link.begunAtMs !== null && <Moment atMs={link.begunAtMs} /> },
  { label: 'sell.payment-link.kind', value: link.isSandbox && <Text k="sell.payment-link.sandbox" /> },
]

function GoOn({ step }: { readonly step: StatusStepState }) {
  const { link, looking } = step
  const links = useParts().selling.entries['payment-link']
  const { text } = useTranslator()
  const over = isLinkOver(link)
  // What the screen asks by itself changes nothing on the button.
  const isAsked = looking === 'cashier'
  return (
    <>
      {!over && link.nextLookMs !== null && (
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.payment-link.watched" />
        </p>
      )}
      <Button
        look={over ? 'main' : 'plain'}
        size="large"
        shortcut="Enter"
        isDisabled={isAsked}
        onPress={links.goOn}
      >
        <Text k={over ? 'sell.outcome.next' : `sell.payment-link.${isAsked ? 'asking' : 'checkAgain'}`} />
        {!isAsked && <Kbd>{text('keys.enter')}</Kbd>}
      </Button>
      {offersAgain(step) && (
        <Button size="large" testId="link-again" onPress={links.makeAgain}>
          <Text k="sell.payment-link.new" />
        </Button>
      )}
    </>
  )
}

// Where the customer pays: the address, to be copied into a message, or read off the screen by the customer's camera.

function PayAddress({ url }: { readonly url: string }) {
  return (
    <section className={styles['pay-address']}>
      <div>
        <h2>
          <Text k="sell.payment-link.send" />
        </h2>
        <Copyable what="sell.payment-link.address" text={url} />
        <p className={stepPartsStyles['step-hint']}>
          <Text k="sell.payment-link.scan" />
        </p>
      </div>
      <QrCode text={url} />
    </section>
  )
}

// The pay address for the customer's own camera: dark on white in both appearances, or no camera would read it.

function QrCode({ text }: { readonly text: string }) {
  const translator = useTranslator()
  const drawing = useMemo(() => qrOf(text), [text])
  if (drawing === null) return null
  const { size, path } = drawing
  return (
    <svg
      className={styles['qr-code']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={translator.text('sell.payment-link.qr')}
      data-testid="qr"
    >
      <path className={styles['qr-ground']} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles['qr-modules']} d={path} />
    </svg>
  )
}

// A text as a QR code that a camera reads off the screen: pure. Owns its strength and its quiet zone.

/** Light modules around the code, as its standard asks for: without them a camera does not find it. */
const quietModules = 4

interface QrDrawing {
  /** Modules along one side, with the quiet zone on both ends. */
  readonly size: number
  /** The dark modules, as the path of an SVG whose unit is one module. */
  readonly path: string
}

/** Null for a text that is longer than any code holds. */
export function qrOf(text: string): QrDrawing | null {
  try {
    const { size, data } = encode(text, { ecc: 'M', border: quietModules })
    return { size, path: data.flatMap(runsOf).join('') }
  } catch {
    return null
  }
}

/** The dark runs of a row, each one rectangle: modules that touch leave no seam between them. */
function runsOf(row: readonly boolean[], y: number): readonly string[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1]) return []
    const end = row.indexOf(false, x)
    const width = (end === -1 ? row.length : end) - x
    return [`M${x} ${y}h${width}v1h-${width}z`]
  })
}
