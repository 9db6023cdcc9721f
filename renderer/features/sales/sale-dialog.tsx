/** One sale in full: its phase, what can be done, every fact, and its slip. */
import { useState } from 'react'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { OrderSubject } from '../../components/order-subject.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale } from '../../counter-context.tsx'
import { CandidateChoice } from './candidate-choice.tsx'
import { CardCodes } from './card-codes.tsx'
import { PhaseCard } from './phase-card.tsx'
import { SaleActions } from './sale-actions.tsx'
import { SaleFacts } from './sale-facts.tsx'
import { SlipPreview } from './slip-preview.tsx'

export function SaleDialog({ held }: { readonly held: SaleView }) {
  const sale = useSale(held)
  return (
    <PanelDialog
      size="wide"
      title={
        <>
          <Text k="sale.title" /> <OrderSubject order={sale.order} />
        </>
      }
    >
      <div className="sale-detail" data-testid="sale-detail" data-ref={sale.ref}>
        <div className="sale-detail-facts">
          <PhaseCard sale={sale} size="normal" />
          <CandidateChoice sale={sale} />
          <SaleActions sale={sale}>
            <SavePdf sale={sale} />
          </SaleActions>
          <CardCodes sale={sale} />
          <SaleFacts sale={sale} />
        </div>
        <SlipPreview sale={sale} />
      </div>
    </PanelDialog>
  )
}

function SavePdf({ sale }: { readonly sale: SaleView }) {
  const { client, screen } = useParts()
  const [isSaving, setIsSaving] = useState(false)
  const save = async (): Promise<void> => {
    setIsSaving(true)
    const saved = await client.command('receipt.save-pdf', { ref: sale.ref })
    setIsSaving(false)
    if (!saved.ok) screen.tell({ kind: 'error', error: saved.error })
    else if (saved.value.path !== null) screen.tell({ kind: 'saved', path: saved.value.path })
  }
  return (
    <Button isDisabled={isSaving} onPress={() => void save()}>
      <Icon name="slip" />
      <Text k="sale.savePdf" />
    </Button>
  )
}
