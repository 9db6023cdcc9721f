/** A slip as it will print: the app's own page in a frame without scripts, as wide as the paper, as high as the slip. */
import { useState } from 'react'
import { slipPath } from '#shared/slip-page.ts'
import type { SaleView } from '#shared/views.ts'
import { useSettings, useTranslator } from '../../counter-context.tsx'
import styles from './slip-preview.module.css'

/** Until the page has reported its own height. */
const firstHeightPx = 420

export function SlipPreview({ sale }: { readonly sale: SaleView }) {
  const { slip } = useSettings()
  // A new state is a new slip.
  return (
    <SlipFrame
      path={slipPath({ ref: sale.ref, ...slip })}
      version={`${sale.changedAtMs} ${sale.givenBack?.atMs ?? 0}`}
    />
  )
}

export interface SlipFrameProps {
  readonly path: string
  /** Another one loads the page anew. */
  readonly version: string
}

export function SlipFrame({ path, version }: SlipFrameProps) {
  const { text } = useTranslator()
  const { slip } = useSettings()
  const [heightPx, setHeightPx] = useState(firstHeightPx)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
    <section className={styles['slip-preview']} tabIndex={0} aria-label={text('sale.slip')}>
      <iframe
        key={`${path}:${version}`}
        title={text('sale.slip')}
        // Keys that are pressed inside a frame do not reach the counter: the frame never takes the focus.
        tabIndex={-1}
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
    </section>
  )
}
