/** One sale in full: its phase, what can be done, every fact, and its slip. */
import { type ReactNode, useState } from 'react'
import type { Ref } from '#shared/ref.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useSale } from '../../counter-context.tsx'
import { OrderSubject, SaleOffers } from '../../products/looks.tsx'
import { useAsked } from '../carnet/customer-parts.tsx'
import { PinButton } from '../favourites/favourites.tsx'
import { OfficialReceiptPart } from '../printing/official-receipt.tsx'
import { PrintButtons, PrintState, useSalePrint } from '../printing/sale-print.tsx'
import { SendButton, SendReceipt } from '../printing/send-receipt.tsx'
import { GiveBackButton } from '../till/money-due.tsx'
import { CandidateChoice } from './candidate-choice.tsx'
import { CardCodes } from './card-codes.tsx'
import { PhaseCard } from './phase-card.tsx'
import { SaleActions } from './sale-actions.tsx'
import styles from './sale-dialog.module.css'
import { SaleFacts } from './sale-facts.tsx'
import { SlipPreview } from './slip-preview.tsx'

interface SaleDialogProps {
  readonly of: Ref
  /** Its receipt is to be sent. */
  readonly isSending: boolean
}

export function SaleDialog({ of, isSending }: SaleDialogProps) {
  const sale = useSale(of)
  if (!sale) return null
  return (
    <PanelDialog
      size="wide"
      title={
        <>
          <Text k="sale.title" /> <OrderSubject order={sale.order} />
        </>
      }
    >
      <SaleDetail sale={sale} isSending={isSending} />
    </PanelDialog>
  )
}

export interface SaleDetailProps {
  readonly sale: SaleView
  readonly isSending?: boolean
  /** What a place shows besides, below the facts. */
  readonly children?: ReactNode
}

/** All that is known and can be done of a sale, with its slip. */
export function SaleDetail({ sale, isSending = false, children }: SaleDetailProps) {
  const printing = useSalePrint(sale)
  const [isSendOpen, setIsSendOpen] = useState(isSending)
  return (
    <div className={styles['sale-detail']} data-testid="sale-detail" data-ref={sale.ref}>
      <div className={styles['sale-detail-facts']}>
        <PhaseCard sale={sale} size="normal" />
        <GiveBackButton sale={sale} />
        <CandidateChoice sale={sale} />
        <SaleOffers sale={sale} hasKeys={false} />
        <SaleActions sale={sale}>
          <PrintButtons printing={printing} />
          <PinButton order={sale.order} />
          <SavePdf sale={sale} />
          <SendButton isOpen={isSendOpen} onPress={() => setIsSendOpen(!isSendOpen)} />
          <CarnetOfSale key={sale.ref} sale={sale} />
        </SaleActions>
        {isSendOpen && <SendReceipt sale={sale} />}
        <PrintState printing={printing} />
        <OfficialReceiptPart sale={sale} />
        <CardCodes sale={sale} />
        <SaleFacts sale={sale} />
        {children}
      </div>
      <SlipPreview sale={sale} />
    </div>
  )
}

/** Whoever bought it, or has the number that it was for: their slip, scanned, leads to their page. */
function CarnetOfSale({ sale: { ref, till } }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  const buyer = till?.customer
  const { answer } = useAsked('carnet.find', buyer === undefined ? { query: ref } : null)
  const customerId = buyer ?? answer?.customers[0]?.customerId
  if (customerId === undefined) return null
  return (
    <Button testId="carnet-of-sale" onPress={() => screen.open({ kind: 'carnet', customerId })}>
      <Icon name="book" />
      <Text k="carnet.open" />
    </Button>
  )
}

function SavePdf({ sale }: { readonly sale: SaleView }) {
  const { client, screen } = useParts()
  const [isSaving, setIsSaving] = useState(false)
  const save = async (): Promise<void> => {
    setIsSaving(true)
    const saved = await client.command('receipt.save-pdf', { ref: sale.ref })
    setIsSaving(false)
    if (!saved.ok) screen.addNote({ kind: 'error', error: saved.error })
    else if (saved.value.path !== null) screen.addNote({ kind: 'saved', path: saved.value.path })
  }
  return (
    <Button isDisabled={isSaving} testId="save-pdf" onPress={() => void save()}>
      <Icon name="slip" />
      <Text k="sale.savePdf" />
    </Button>
  )
}
