/** A dialog over the counter: focus stays inside, Esc and a press outside close it. */
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useParts, useTranslator } from '../counter-context.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import { Text } from './text.tsx'

export interface PanelDialogProps {
  readonly title: ReactNode
  readonly size: 'narrow' | 'wide'
  readonly children: ReactNode
}

export function PanelDialog({ title, size, children }: PanelDialogProps) {
  const { screen } = useParts()
  const { text } = useTranslator()
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) screen.close()
      }}
    >
      <Modal className="modal" data-size={size}>
        <Dialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button look="quiet" onPress={screen.close} shortcut="Escape">
              <Icon name="close" />
              <Text k="sale.close" />
              <Kbd>{text('keys.escape')}</Kbd>
            </Button>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
