/** What can be done with a sale as it stands. The core has the last word; its refusal is shown here. */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { displayStatusOf } from '#shared/display-status.ts'
import { productOf } from '#shared/products/orders.ts'
import { unreachable } from '#shared/result.ts'
import { isResentInVain } from '#shared/service-errors.ts'
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useCounter, useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './sale-actions.module.css'

type Action = 'resend' | 'cancel' | 'look-up'

const commandOf = { resend: 'sale.resend', cancel: 'sale.cancel', 'look-up': 'sale.look-up' } as const

/** An order without a name: sent again it is another order to the service. */
function wordOf(action: Action, { order }: SaleView): MessageKey {
  if (action === 'cancel') return 'sale.cancel'
  if (action === 'look-up') return 'sale.lookUp'
  return productOf(order).isNamed ? 'sale.resend' : 'sale.resendUnmarked'
}

function actionsIn(phase: SalePhase): readonly Action[] {
  switch (phase) {
    case 'unsent':
      return ['resend', 'cancel']
    case 'in-doubt':
    case 'handling':
    case 'queued':
    case 'unknown':
      return ['look-up']
    case 'sending':
    case 'fulfilled':
    case 'partly-fulfilled':
    case 'refunded':
    case 'refused':
    case 'cancelled':
      return []
    default:
      return unreachable(phase)
  }
}

/** What the sale's card advises: an order without a name that may have left may come twice, and what the service refused for good is cancelled. */
function mainAction(sale: SaleView): Action | undefined {
  if (sale.phase !== 'unsent') return undefined
  const mayGoAgain = displayStatusOf(sale) === 'unsent' || productOf(sale.order).isNamed
  const isResent = mayGoAgain && !isResentInVain(sale.lastRefusal)
  return isResent ? 'resend' : 'cancel'
}

export interface SaleActionsProps {
  readonly sale: SaleView
  /** Tab leads to the act that the sale's card advises. */
  readonly hasKeys?: boolean
  /** Further buttons of the place where the actions stand. */
  readonly children?: ReactNode
}

export function SaleActions({ sale, hasKeys = false, children }: SaleActionsProps) {
  const { text } = useTranslator()
  const { client } = useParts()
  // The core would refuse it: the panel of closed selling says why, and when it opens.
  const isSellingClosed = useCounter(({ mirror }) => mirror?.status.selling.open === false)
  const main = mainAction(sale)
  const [busy, setBusy] = useState<Action | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const run = async (action: Action): Promise<void> => {
    setBusy(action)
    setError(null)
    const done = await client.command(commandOf[action], { ref: sale.ref })
    setBusy(null)
    if (!done.ok) setError(done.error)
  }
  return (
    <div className={styles['actions']}>
      <div className={controlsStyles['action-row']}>
        {actionsIn(sale.phase).map((action) => (
          <Button
            key={action}
            look={action === main ? 'main' : 'plain'}
            isDisabled={busy !== null || (action === 'resend' && isSellingClosed)}
            onPress={() => void run(action)}
          >
            <Text k={wordOf(action, sale)} />
            {hasKeys && action === main && <Kbd isTab>{text('keys.tab')}</Kbd>}
          </Button>
        ))}
        {children}
      </div>
      {error && <ErrorNote error={error} />}
    </div>
  )
}
