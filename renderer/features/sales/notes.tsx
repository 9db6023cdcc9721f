/** Notes that wait to be read: a sale that changed while another customer was served, a setting or a slip that failed. */
import { displayPhaseOf } from '#shared/display-status.ts'
import { unreachable } from '#shared/result.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PhaseBadge } from '../../components/phase-badge.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useScreen, useTranslator } from '../../counter-context.tsx'
import { OrderSubject } from '../../products/looks.tsx'
import type { Note, NoteContent } from '../../screen-store.ts'
import { RestoredNote } from '../journal/restore-offer.tsx'
import { PhaseSentence } from './phase-card.tsx'

export function Notes() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const notes = useScreen((state) => state.notes)
  if (notes.length === 0) return null
  return (
    <ul className="notes" aria-label={text('sales.ended')}>
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} onDismiss={() => screen.dismiss(note.id)} />
      ))}
    </ul>
  )
}

function NoteItem({ note, onDismiss }: { readonly note: Note; readonly onDismiss: () => void }) {
  const { content } = note
  const sale = content.kind === 'sale' ? content.sale : undefined
  return (
    <li
      data-kind={content.kind}
      data-phase={sale && displayPhaseOf(sale)}
      data-given-up={sale?.givenUp || undefined}
    >
      <NoteBody content={content} />
      <Button look="quiet" onPress={onDismiss}>
        <Icon name="check" />
        <Text k={content.kind === 'sale' ? 'sales.dismiss' : 'advice.dismiss'} />
      </Button>
    </li>
  )
}

function NoteBody({ content }: { readonly content: NoteContent }) {
  switch (content.kind) {
    case 'sale':
      return <SaleNote sale={content.sale} />
    case 'error':
      return <ErrorNote error={content.error} />
    case 'saved':
      return (
        <p className="saved-note" role="status">
          <Icon name="check" />
          <span>
            <Text k="sale.saved" />
            <br />
            <bdi dir="ltr">{content.path}</bdi>
          </span>
        </p>
      )
    case 'restored':
      return <RestoredNote restoration={content.restoration} />
    case 'not-shown':
      return (
        <p className="saved-note" role="status">
          <Icon name="in-doubt" />
          <span>
            <Text k="sell.lost.notShown" />
          </span>
        </p>
      )
    default:
      return unreachable(content)
  }
}

function SaleNote({ sale }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  return (
    <button type="button" className="sale-note" onClick={() => screen.open({ kind: 'sale', sale })}>
      <span className="sale-note-head">
        <span>
          <OrderSubject order={sale.order} />
        </span>
        <PhaseBadge sale={sale} />
      </span>
      <span className="sale-note-tell">
        <PhaseSentence sale={sale} />
      </span>
    </button>
  )
}
