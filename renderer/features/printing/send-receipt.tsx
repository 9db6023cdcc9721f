/** A receipt for a customer who wants no paper: its PDF is saved, and a message to them is opened, which a person sends. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { parseInternationalNumber } from '#shared/phone.ts'
import {
  emailMaxCharacters,
  type ReceiptChannel,
  type ReceiptRecipient,
  receiptChannels,
  receiptRecipientSchema,
} from '#shared/receipt-sending.ts'
import type { SaleView } from '#shared/views.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import carnetStyles from '../carnet/carnet.module.css'
import stepPartsStyles from '../sell/step-parts.module.css'
import styles from './print-job.module.css'

const numberMaxLength = 40

interface SendButtonProps {
  readonly isOpen: boolean
  readonly onPress: () => void
}

/** Among the other acts of the sale: it folds the form of {@link SendReceipt}. */
export const SendButton = ({ isOpen, onPress }: SendButtonProps) => (
  <Button testId="send-open" isExpanded={isOpen} onPress={onPress}>
    <Icon name="phone" />
    <Text k="sendReceipt.open" />
  </Button>
)

export const SendReceipt = ({ sale }: { readonly sale: SaleView }) => (
  <div className={styles['sale-print']} data-testid="send-receipt">
    <SendForm key={sale.ref} sale={sale} />
  </div>
)

function SendForm({ sale }: { readonly sale: SaleView }) {
  const { text } = useTranslator()
  const [channel, setChannel] = useState<ReceiptChannel>('whatsapp')
  const [typed, setTyped] = useState('')
  // A number that is being typed is not wrong yet.
  const [isLeft, setIsLeft] = useState(false)
  const { send, isBusy, error, isNotOpened } = useSending(sale)
  const isMail = channel === 'email'
  const to = readRecipient(channel, typed)
  const isWrong = isLeft && typed.trim() !== '' && to === undefined
  const go = (): void => {
    setIsLeft(true)
    if (to && !isBusy) void send(to)
  }
  const type = (text: string): void => {
    setTyped(isMail ? text : inWesternDigits(text))
    setIsLeft(false)
  }
  return (
    <div className={carnetStyles['carnet-form']}>
      <Segments
        label={text('sendReceipt.by')}
        value={channel}
        segments={receiptChannels.map((value) => ({
          value,
          face: <Text k={`sendReceipt.channel.${value}`} />,
        }))}
        onChange={(chosen) => {
          setChannel(chosen)
          setTyped('')
        }}
      />
      <TextField
        key={channel}
        label={isMail ? 'sendReceipt.address' : 'sendReceipt.number'}
        {...(isMail ? {} : ({ hint: 'sendReceipt.numberHint' } as const))}
        dir="ltr"
        isDigits={!isMail}
        isToFill
        value={typed}
        maxLength={isMail ? emailMaxCharacters : numberMaxLength}
        problem={isWrong && <Text k={isMail ? 'sendReceipt.notAnAddress' : 'sendReceipt.notANumber'} />}
        onChange={type}
        onLeave={() => setIsLeft(true)}
        onEnter={go}
      />
      <p className={stepPartsStyles['step-hint']}>
        <Text k="sendReceipt.attach" />
      </p>
      {isNotOpened && (
        <p role="alert">
          <Text k="sendReceipt.notOpened" />
        </p>
      )}
      {error && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        <Button look="main" isDisabled={to === undefined || isBusy} testId="send-now" onPress={go}>
          <Text k="sendReceipt.now" />
        </Button>
      </div>
    </div>
  )
}

function useSending({ ref }: SaleView) {
  const { client, screen } = useParts()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [isNotOpened, setIsNotOpened] = useState(false)
  const send = async (to: ReceiptRecipient): Promise<void> => {
    setIsBusy(true)
    setError(null)
    setIsNotOpened(false)
    const sent = await client.command('receipt.send', { ref, to })
    setIsBusy(false)
    if (!sent.ok) {
      setError(sent.error)
      return
    }
    const { path, isOpened } = sent.value
    if (path === null) return
    screen.addNote({ kind: 'saved', path })
    setIsNotOpened(!isOpened)
  }
  return { send, isBusy, error, isNotOpened }
}

/** Undefined while what is typed is nobody's number or address. */
function readRecipient(channel: ReceiptChannel, typed: string): ReceiptRecipient | undefined {
  const asked =
    channel === 'email'
      ? { channel, address: typed.trim() }
      : { channel, number: parseInternationalNumber(typed) ?? '' }
  return receiptRecipientSchema.safeParse(asked).data
}
