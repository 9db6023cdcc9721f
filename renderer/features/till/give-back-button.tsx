/** Gives back what is due of a sale, from where the sale itself is shown: its outcome and its own page. */
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { useDue } from '../sales/due.tsx'
import { tillKey } from '../sell/keyboard.ts'

/** Of the button that the keyboard presses, wherever money is due for what is in front. */
export const giveBackTestId = 'give-back-sale'

/** What the keyboard presses: the button of what is in front. */
export const giveBackButtonIn = (place: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`${place} [data-testid="${giveBackTestId}"]`)

export function GiveBackButton({ sale: { ref } }: { readonly sale: SaleView }) {
  const { screen } = useParts()
  const due = useDue(ref)
  if (due === undefined) return null
  return (
    <div className={controlsStyles['action-row']}>
      <Button
        testId={giveBackTestId}
        shortcut={tillKey}
        onPress={() => screen.open({ kind: 'till', place: 'refunds', refund: ref })}
      >
        <Icon name="refunded" />
        {due === null ? (
          <Text k="till.giveBack" />
        ) : (
          <Text k="till.giveBackSum" values={{ amount: <Amount centimes={due} /> }} />
        )}
        <Kbd>{tillKey}</Kbd>
      </Button>
    </div>
  )
}
