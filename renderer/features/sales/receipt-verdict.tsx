/** Says under the search whether this shop has signed the slip whose code was scanned into it. Nothing where none was. */
import { useEffect, useState } from 'react'
import { formatDate, formatTime } from '#shared/dates.ts'
import { centimes } from '#shared/money.ts'
import { type CheckedReceipt, refOfReceipt } from '#shared/receipt-proof.ts'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import styles from './receipt-verdict.module.css'

interface Checked {
  readonly receipt: string
  readonly checked: CheckedReceipt
}

export function ReceiptVerdict({ text }: { readonly text: string }) {
  const { client } = useParts()
  const { locale } = useSettings()
  // The verdict stands with its text: a scanner types faster than effects may set states of their own.
  const [last, setLast] = useState<Checked | null>(null)
  const receipt = text.trim()
  const isReceipt = refOfReceipt(text) !== undefined
  useEffect(() => {
    if (!isReceipt) return
    let isWanted = true
    void client.command('receipt.check', { text: receipt }).then((told) => {
      if (isWanted && told.ok) setLast({ receipt, checked: told.value })
    })
    return () => {
      isWanted = false
    }
  }, [client, isReceipt, receipt])
  if (!isReceipt) return null
  if (last?.receipt !== receipt)
    return (
      <p role="status">
        <Text k="sales.receipt.checking" />
      </p>
    )
  const { verdict, amountCentimes, madeAtMs } = last.checked
  return (
    <p
      role="status"
      className={styles['receipt-verdict']}
      data-verdict={verdict}
      data-testid="receipt-verdict"
    >
      {verdict === 'ours' ? (
        <Text
          k="sales.receipt.ours"
          values={{
            amount: <Amount centimes={centimes(amountCentimes)} />,
            when: <Ltr>{`${formatDate(madeAtMs, locale)} ${formatTime(madeAtMs, locale)}`}</Ltr>,
          }}
        />
      ) : (
        <Text k={`sales.receipt.${verdict}`} />
      )}
    </p>
  )
}
