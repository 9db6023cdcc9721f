/** The cash that moved in a shift without a sale, act by act, each with its slip. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import { drawerChangeOf } from '#shared/till/cash.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { PrintPaper } from './form-parts.tsx'
import styles from './movements.module.css'

type Movements = CommandOutput<'till.movements'>['movements']

export function MovementList({ shift }: { readonly shift: number }) {
  const { client } = useParts()
  const [movements, setMovements] = useState<Movements | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = async (): Promise<void> => {
    const asked = await client.command('till.movements', { shift })
    setMovements(asked.ok ? asked.value.movements : null)
    setError(asked.ok ? null : asked.error)
  }
  return (
    <>
      <div className={controlsStyles['action-row']}>
        <Button onPress={() => void ask()} testId="movements">
          <Text k="till.movements" />
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {movements?.length === 0 && (
        <p>
          <Text k="till.noMovements" />
        </p>
      )}
      <ul className={styles['movement-list']}>
        {movements?.map(({ actId, atMs, who, approvedBy, moved }) => (
          <li key={actId}>
            <Moment atMs={atMs} />
            <strong>
              <Text k={`till.movement.${moved.movement}`} />
            </strong>
            <Amount centimes={drawerChangeOf(moved)} />
            <span>
              <bdi>{who}</bdi>
              {approvedBy && (
                <>
                  {' · '}
                  <bdi>{approvedBy}</bdi>
                </>
              )}
              {'note' in moved && moved.note && (
                <>
                  {' · '}
                  <bdi>{moved.note}</bdi>
                </>
              )}
            </span>
            <PrintPaper of={{ paper: 'movement', actId }} testId="movement-print" />
          </li>
        ))}
      </ul>
    </>
  )
}
