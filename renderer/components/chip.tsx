/**
 * Whose goods they are, at a glance: an initial on a colour, and never a picture of a brand. The initial alone tells it, for
 * eyes that do not tell the colours; the name stands beside wherever there is room.
 */
import styles from './chip.module.css'

/** Each has its ground in chip.module.css, on which the initial keeps a contrast of 4.5 in light and in dark. */
export const chipTones = ['green', 'red', 'blue', 'violet', 'teal', 'brown', 'pink', 'grey'] as const
export type ChipTone = (typeof chipTones)[number]

export interface ChipFace {
  /** One or two characters. */
  readonly initials: string
  readonly tone: ChipTone
}

/** One brand sells lines and sends bills. */
export const algerieTelecomChip: ChipFace = { initials: 'AT', tone: 'teal' }

export function Chip({ face: { initials, tone } }: { readonly face: ChipFace }) {
  return (
    <span className={styles['chip']} data-tone={tone} aria-hidden="true">
      <bdi>{initials}</bdi>
    </span>
  )
}
