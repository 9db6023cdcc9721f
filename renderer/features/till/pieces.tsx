/** A count of the drawer, coin by coin and note by note: by the keyboard, Enter goes to the next one; by touch, on the pad. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { inWesternDigits } from '#shared/folded-text.ts'
import { centimes, formatDinars } from '#shared/money.ts'
import { type Piece, type PieceCount, pieceNames, pieces, sumOfPieces } from '#shared/till/cash.ts'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import styles from './pieces.module.css'

/** No drawer holds more of one piece. */
const maxDigits = 5

export type TypedPieces = Readonly<Partial<Record<Piece, string>>>

/** How many there are of each piece that was typed. */
export const countOf = (typed: TypedPieces): PieceCount =>
  Object.fromEntries(
    pieceNames.flatMap((piece) => (typed[piece] ? [[piece, Number(typed[piece])] as const] : [])),
  )

const digitsOf = (text: string): string => inWesternDigits(text).replace(/\D/g, '').slice(0, maxDigits)

interface PieceCounterProps {
  readonly typed: TypedPieces
  readonly onChange: (typed: TypedPieces) => void
  /** Enter in the last of the fields. */
  readonly onLast: () => void
}

export function PieceCounter({ typed, onChange, onLast }: PieceCounterProps) {
  const [current, setCurrent] = useState<Piece>('coin-5')
  const fields = useRef(new Map<Piece, HTMLInputElement>())
  useEffect(() => fields.current.get('coin-5')?.focus(), [])
  const type = (piece: Piece, text: string): void => onChange({ ...typed, [piece]: digitsOf(text) })
  const move = (event: KeyboardEvent, piece: Piece): void => {
    const by = moves[event.key]
    if (by === undefined || event.repeat) return
    event.preventDefault()
    const next = pieceNames[pieceNames.indexOf(piece) + by]
    if (next) fields.current.get(next)?.focus()
    else if (by > 0) onLast()
  }
  const column = (kind: 'coin' | 'note') => (
    <fieldset className={styles['piece-column']}>
      <legend>
        <Text k={`till.pieces.${kind}`} />
      </legend>
      {pieceNames
        .filter((piece) => piece.startsWith(kind))
        .map((piece) => (
          <PieceRow
            key={piece}
            piece={piece}
            text={typed[piece] ?? ''}
            hold={(field) => {
              if (field) fields.current.set(piece, field)
            }}
            onType={(text) => type(piece, text)}
            onKey={(event) => move(event, piece)}
            onFocus={() => setCurrent(piece)}
          />
        ))}
    </fieldset>
  )
  return (
    <div className={styles['piece-counter']} data-testid="pieces">
      {column('coin')}
      {column('note')}
      <div className={styles['piece-pad']}>
        <NumberPad
          isDisabled={false}
          onDigit={(digit) => type(current, (typed[current] ?? '') + digit)}
          onErase={() => type(current, (typed[current] ?? '').slice(0, -1))}
          onType={(text) => type(current, text)}
        />
        <p className={styles['piece-total']}>
          <Text k="till.pieces.total" />{' '}
          <strong data-testid="pieces-total">
            <Amount centimes={sumOfPieces(countOf(typed))} />
          </strong>
        </p>
      </div>
    </div>
  )
}

const moves: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

interface PieceRowProps {
  readonly piece: Piece
  readonly text: string
  readonly hold: (field: HTMLInputElement | null) => void
  readonly onType: (text: string) => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly onFocus: () => void
}

function PieceRow({ piece, text, hold, onType, onKey, onFocus }: PieceRowProps) {
  const { text: say } = useTranslator()
  const worth = formatDinars(centimes(pieces[piece]))
  const kind = piece.startsWith('coin') ? 'coin' : 'note'
  return (
    <div className={styles['piece-row']} data-kind={kind}>
      <span className={styles['piece-face']} aria-hidden="true">
        <Ltr>{worth}</Ltr>
      </span>
      <span aria-hidden="true">×</span>
      <input
        {...padField}
        ref={hold}
        type="text"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        placeholder="0"
        data-piece={piece}
        aria-label={say(`till.pieces.${kind}Of`, { worth })}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKey}
        onFocus={({ target }) => {
          target.select()
          onFocus()
        }}
      />
      <span className={styles['piece-sum']}>
        <Ltr>{text === '' ? '' : formatDinars(centimes(Number(text) * pieces[piece]))}</Ltr>
      </span>
    </div>
  )
}
