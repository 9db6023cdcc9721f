/** The slip as it will print: the app's own page in a frame without scripts, as wide as the paper, as high as the slip. */
import { useState } from 'react'
import { slipPath } from '#shared/slip-page.ts'
import type { SaleView } from '#shared/views.ts'
import { useSettings, useTranslator } from '../../counter-context.tsx'

/** Until the page has told its own height. */
const firstHeightPx = 420

export function SlipPreview({ sale }: { readonly sale: SaleView }) {
  const { text } = useTranslator()
  const { slip } = useSettings()
  const [heightPx, setHeightPx] = useState(firstHeightPx)
  const path = slipPath({ ref: sale.ref, ...slip })
  return (
    <div className="slip-preview">
      <iframe
        // A new state is a new slip.
        key={`${path}:${sale.changedAtMs}`}
        title={text('sale.slip')}
        src={path}
        // Same origin, so that the slip's own fonts load; scripts stay off.
        sandbox="allow-same-origin"
        data-width={slip.widthMm}
        style={{ blockSize: `${heightPx}px` }}
        onLoad={({ currentTarget }) => {
          const body = currentTarget.contentDocument?.documentElement
          if (body) setHeightPx(body.scrollHeight)
        }}
      />
    </div>
  )
}
