/** Notes that wait to be read: a sale that changed while another customer was served, a setting or a slip that failed. */
import { unreachable } from '#shared/result.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PhaseBadge } from '../../components/phase-badge.tsx'
import { LineNumber, Text } from '../../components/text.tsx'
import { useParts, useSales, useScreen, useTranslator } from '../../counter-context.tsx'
import type { Note } from '../../screen-store.ts'
import { PhaseSentence } from './phase-card.tsx'

export function Notes() {
  const { screen } = useParts()
  const { text } = useTranslator()
  const notes = useScreen((state) => state.notes)
  if (notes.length === 0) return null
  return (
    <ul className="notes" aria-label={text('sales.ended')}>
      {notes.map((note) => (
        <li key={note.id} data-kind={note.content.kind}>
          <NoteBody note={note} />
          <Button look="quiet" onPress={() => screen.dismiss(note.id)}>
            <Text k={note.content.kind === 'sale' ? 'sales.dismiss' : 'advice.dismiss'} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function NoteBody({ note: { content } }: { readonly note: Note }) {
  switch (content.kind) {
    case 'sale':
      return <SaleNote refOfSale={content.ref} />
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
    default:
      return unreachable(content)
  }
}

function SaleNote({ refOfSale }: { readonly refOfSale: string }) {
  const { screen } = useParts()
  const sale = useSales().find((one) => one.ref === refOfSale)
  if (!sale) return null
  return (
    <button
      type="button"
      className="sale-note"
      data-phase={sale.phase}
      onClick={() => screen.open({ kind: 'sale', ref: sale.ref })}
    >
      <span className="sale-note-head">
        <LineNumber number={sale.order.number} />
        <PhaseBadge phase={sale.phase} />
      </span>
      <span className="sale-note-tell">
        <PhaseSentence sale={sale} />
      </span>
    </button>
  )
}
