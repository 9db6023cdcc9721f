/**
 * Whose goods they are, at a glance: an initial on a colour, and never a picture of a brand. The initial is enough for
 * people who do not see the colours apart; the name is beside it wherever there is room.
 */
import type { ChipFace } from '#shared/products/product.ts'
import styles from './chip.module.css'

export function Chip({ face: { initials, tone } }: { readonly face: ChipFace }) {
  return (
    <span className={styles['chip']} data-tone={tone} aria-hidden="true">
      <bdi>{initials}</bdi>
    </span>
  )
}
