/** For tests of whether selling is open: the status as a window reads it, and what the key's check is made to answer. */
import type { FaultAction } from '#training/faults.ts'
import { type Counter, type Service, until } from './core.ts'

export const validate = { method: 'GET', path: '/v3/validate' } as const

export const statusOf = async (counter: Pick<Counter, 'command'>) =>
  (await counter.command('app.snapshot', {})).status

export const checksAt = async (service: Service) =>
  (await service.requests()).filter(({ path }) => path === validate.path).length

export const refuse = (status: number, code: string): FaultAction => ({
  do: 'answer',
  take: false,
  status,
  code,
})

/** Why selling is closed once there is a verdict, or 'open'. */
export async function closedWith(counter: Pick<Counter, 'command'>): Promise<string> {
  await until('there is a verdict', async () => (await statusOf(counter)).connection !== 'connecting')
  const { selling } = await statusOf(counter)
  return selling.open ? 'open' : selling.why
}
