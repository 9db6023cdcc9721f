/**
 * A dialog over the counter: focus stays inside and begins where there is something to fill; Esc and a press outside close it,
 * or go back where it has an inside.
 */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useParts, useTranslator } from '../counter-context.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, Kbd } from './icon.tsx'
import styles from './panel-dialog.module.css'
import { Text } from './text.tsx'

interface PanelDialogProps {
  readonly title: ReactNode
  readonly size: 'narrow' | 'wide' | 'full'
  readonly children: ReactNode
  /** What Esc and a press outside do in place of closing; the button in the corner closes. */
  readonly onBack?: (() => void) | undefined
  /** What closing does, where the dialog is not the one that the screen holds open. */
  readonly onClose?: () => void
}

export function PanelDialog({ title, size, children, onBack, onClose }: PanelDialogProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  const close = onClose ?? screen.close
  const leave = onBack ?? close
  const dialog = useRef<HTMLElement>(null)
  useEscapeOutside(leave)
  useFirstField(dialog)
  return (
    <ModalOverlay
      className={classNames(styles['overlay'])}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
    >
      <Modal className={classNames(styles['modal'])} data-size={size}>
        <Dialog ref={dialog} className={classNames(styles['dialog'])}>
          <header className={styles['dialog-head']}>
            <Heading slot="title">{title}</Heading>
            <Button look="quiet" onPress={close} {...(onBack ? {} : { shortcut: 'Escape' })}>
              <Icon name="close" />
              <Text k="sale.close" />
              {!onBack && <Kbd>{text('keys.escape')}</Kbd>}
            </Button>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * Esc while nothing in the dialog has the focus: a button that leaves while it has the focus drops it, and the dialog gets it
 * back a frame later. Esc inside the dialog is handled there and does not come up to the window.
 */
function useEscapeOutside(leave: () => void): void {
  const press = useEffectEvent(({ key, repeat, target }: KeyboardEvent) => {
    const isInside = target instanceof Element && target.closest('.dialog') !== null
    if (key === 'Escape' && !repeat && !isInside) leave()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/**
 * As a field that is to be filled comes into sight, the first empty one of them has the focus, unless the hand is in the page
 * already: on a button of the page itself, or in another field.
 */
function useFirstField(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = dialog.current
    if (!page) return undefined
    let known: HTMLInputElement | undefined
    const begin = (): void => {
      const first = [...page.querySelectorAll<HTMLInputElement>('[data-to-fill]')].find(
        (field) => field.value === '' && field.checkVisibility(),
      )
      const isNew = first !== known
      known = first
      if (isNew && isFree(page)) first?.focus()
    }
    begin()
    const observer = new MutationObserver(begin)
    observer.observe(page, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [dialog])
}

/** What the focus was on has gone, or it is where a dialog begins by itself. */
function isFree(page: HTMLElement): boolean {
  const focused = document.activeElement
  return focused === document.body || focused === page || (focused?.closest('.dialog-head') ?? null) !== null
}

// The part of a dialog that scrolls: reached and scrolled by the keyboard.

interface ScrollPartProps {
  readonly label: string
  /** What it shows at the moment, where it shows several things in turn. */
  readonly place?: string | undefined
  readonly testId?: string
  readonly children: ReactNode
}

export function ScrollPart({ label, place, testId, children }: ScrollPartProps) {
  const part = useRef<HTMLElement>(null)
  const shown = useRef(place)
  // Another place begins at its beginning, which a small window has below the list that it was chosen in.
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    part.current?.scrollTo({ top: 0 })
    part.current?.scrollIntoView({ block: 'start' })
  }, [place])
  const marks = { 'aria-label': label, 'data-place': place, 'data-testid': testId }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
    <section ref={part} className={styles['places']} tabIndex={0} {...marks}>
      {children}
    </section>
  )
}

// A table of figures that may be wider than its place: it scrolls by itself, and by the keyboard.

interface ScrolledTableProps {
  /** Of what scrolls. */
  readonly className: string | undefined
  readonly children: ReactNode
}

export const ScrolledTable = ({ className, children }: ScrolledTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
  <section className={className} tabIndex={0}>
    {children}
  </section>
)
