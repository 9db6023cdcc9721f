/** The drawings of the counter, as inline SVG: one stroke, one size of grid, the colour of the text around them. */
import type { ReactNode } from 'react'
import styles from './icon.module.css'

const drawings = {
  back: <path d="M15 5l-7 7 7 7" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.4 9.2a2.7 2.7 0 1 1 3.9 2.4c-.9.5-1.3 1-1.3 1.9M12 16.8v.1" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6L6 18" />,
  erase: <path d="M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  star: <path d="M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6-4.4-4.2 6-.8z" />,
  folder: <path d="M3 19V5h6l2 3h10v11z" />,
  play: <path d="M8 5l11 7-11 7z" />,
  save: <path d="M12 4v11M7 10.5l5 5 5-5M4 20h16" />,
  check: <path d="M4.5 12.5l5 5 10-11" />,
  repeat: <path d="M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3" />,
  warning: <path d="M12 4L2.8 20h18.4zM12 10v4.5M12 17.4v.1" />,
  line: <path d="M4 18a8 8 0 0 1 16 0M7.5 18a4.5 4.5 0 0 1 9 0M12 18v.1" />,
  eye: (
    <>
      <path d="M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6z" />
      <circle cx="12" cy="12" r="2.6" />
    </>
  ),
  phone: <path d="M8 3h8v18H8zM11 18h2" />,
  gift: <path d="M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9c-4 0-5-5-2-5 2 0 2 5 2 5s0-5 2-5c3 0 2 5-2 5" />,
  link: <path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4" />
    </>
  ),
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
  system: <path d="M3 5h18v11H3zM9 20h6M12 16v4" />,
  book: <path d="M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6" />,
  journal: <path d="M5 6.5a7 3 0 0 0 14 0a7 3 0 0 0-14 0v11a7 3 0 0 0 14 0v-11M5 12a7 3 0 0 0 14 0" />,
  sliders: (
    <>
      <path d="M4 7h8M18 7h2M4 17h2M12 17h8" />
      <circle cx="15" cy="7" r="3" />
      <circle cx="9" cy="17" r="3" />
    </>
  ),
  wrench: (
    <path d="M16.4 3.6l-2.3 2.3 4 4 2.3-2.3a5 5 0 0 1-7 5.4l-6.7 6.7a1.7 1.7 0 0 1-2.4-2.4l6.7-6.7a5 5 0 0 1 5.4-7z" />
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4.5" />
      <path d="M11.2 12.3L20 3.5M16 7.5l3 3" />
    </>
  ),
  cut: <path d="M4 12h5M15 12h5M9.5 7.5l5 9M14.5 7.5l-5 9" />,
  lock: <path d="M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" />,
  slip: <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />,
  printer: <path d="M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z" />,
  sending: <path d="M4 12h14M12 6l6 6-6 6" />,
  'in-doubt': (
    <>
      <path d="M12 3l9 9-9 9-9-9z" />
      <path d="M10.2 10a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.8-.9 1.4M12 15.8v.1" />
    </>
  ),
  unsent: <path d="M4 12h6M14 12h2M18.5 12h1.5M9 7l-5 5 5 5M14 5l6 14" />,
  handling: (
    <>
      <path d="M12 3a9 9 0 1 1-8.5 6" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  queued: (
    <path d="M7 3h10M7 21h10M8 3v3.5c0 2.5 4 3.5 4 5.5s-4 3-4 5.5V21M16 3v3.5c0 2.5-4 3.5-4 5.5s4 3 4 5.5V21" />
  ),
  unknown: (
    <>
      <path d="M8 3h8l5 5v8l-5 5H8l-5-5V8z" />
      <path d="M8.5 12h.1M12 12h.1M15.5 12h.1" />
    </>
  ),
  fulfilled: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M8 12.3l2.8 2.8 5.4-6" />
    </>
  ),
  'partly-fulfilled': (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3v18M12 8h7.5M12 12h9M12 16h7.5" />
    </>
  ),
  refunded: <path d="M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-1" transform="translate(1 -2.5)" />,
  refused: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9 9l6 6M15 9l-6 6" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M6 18L18 6" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

export type IconName = keyof typeof drawings

/** Drawings that point somewhere turn over in right-to-left text. */
const directional: readonly IconName[] = ['back', 'sending', 'unsent', 'refunded']

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className={styles['icon']}
      data-directional={directional.includes(name) || undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[name]}
    </svg>
  )
}

// The key that does what a control does, shown on it. Screen readers get it from aria-keyshortcuts instead.

interface KbdProps {
  readonly children: ReactNode
  /** The face is Tab's, which leads to this button past all that stands before it. */
  readonly isTab?: boolean
}

export function Kbd({ children, isTab = false }: KbdProps) {
  return (
    <span className={styles['kbd']} dir="ltr" aria-hidden="true" data-tab={isTab || undefined}>
      {children}
    </span>
  )
}
