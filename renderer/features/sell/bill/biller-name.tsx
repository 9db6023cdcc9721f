/** Whose bills they are, and of what account. */
import type { BillPartner } from '#shared/bill-partners.ts'
import { Account } from '../../../components/order-subject.tsx'

interface BillerNameProps {
  readonly partner: BillPartner
  readonly account: string
}

export function BillerName({ partner, account }: BillerNameProps) {
  return (
    <p className="biller-name">
      <bdi>{partner}</bdi> <Account partner={partner} number={account} />
    </p>
  )
}
