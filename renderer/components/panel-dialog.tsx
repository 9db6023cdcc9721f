/** A dialog over the counter: focus stays inside, Esc and a press outside close it, or go back where it has an inside. */
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
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
  useEscapeOutside(leave)
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
        <Dialog className={classNames(styles['dialog'])}>
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
