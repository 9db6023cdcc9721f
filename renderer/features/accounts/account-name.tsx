/** An account by its environment and by what the shop calls it. Training has a name of its own in each language. */
import { type AccountView, trainingAccountId } from '#shared/accounts.ts'
import { useTranslator } from '../../counter-context.tsx'
import { EnvironmentMark } from './environment-mark.tsx'

export function useAccountName({ id, label }: AccountView): string {
  const { text } = useTranslator()
  return id === trainingAccountId ? text('accounts.trainingLabel') : label
}

export function AccountName({ account }: { readonly account: AccountView }) {
  const name = useAccountName(account)
  return (
    <>
      <EnvironmentMark environment={account.environment} />{' '}
      <strong>
        <bdi>{name}</bdi>
      </strong>
    </>
  )
}
