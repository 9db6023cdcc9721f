/**
 * Whose goods they are, at a glance: an initial on a colour, and never a picture of a brand. The initial alone tells it, for
 * eyes that do not tell the colours; the name stands beside wherever there is room.
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
