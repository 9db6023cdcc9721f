/** The pay address for the customer's own camera: dark on white in both appearances, or no camera would read it. */
import { useMemo } from 'react'
import { useTranslator } from '../../../counter-context.tsx'
import { qrOf } from './qr.ts'

export function QrCode({ text }: { readonly text: string }) {
  const translator = useTranslator()
  const drawing = useMemo(() => qrOf(text), [text])
  if (drawing === null) return null
  const { size, path } = drawing
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={translator.text('sell.payment-link.qr')}
      data-testid="qr"
    >
      <path className="qr-ground" d={`M0 0h${size}v${size}H0z`} />
      <path className="qr-modules" d={path} />
    </svg>
  )
}
