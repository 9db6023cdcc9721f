/** The queues that the spooler of this machine has. */
import { printLimits } from '../print-limits.ts'
import { askSpooler, findSpooler, operations } from './ipp.ts'

export interface CupsQueue {
  readonly name: string
  readonly isDefault: boolean
}

const ERRORS_FROM = 0x0400

/** None where there is no spooler, or it does not answer. */
export async function listCupsQueues(
  spooler: string | undefined = findSpooler(),
): Promise<readonly CupsQueue[]> {
  if (spooler === undefined) return []
  const timeoutMs = printLimits.commandMs
  const asked = [['keyword', 'requested-attributes', 'printer-name']] as const
  const [queues, chosen] = await Promise.all([
    askSpooler(spooler, operations.getPrinters, asked, { timeoutMs }),
    askSpooler(spooler, operations.getDefault, asked, { timeoutMs }),
  ])
  if (!queues.ok || queues.value.status >= ERRORS_FROM) return []
  const isGiven = chosen.ok && chosen.value.status < ERRORS_FROM
  const defaultName = isGiven ? chosen.value.groups[1]?.get('printer-name')?.[0] : undefined
  return queues.value.groups.slice(1).flatMap((group) => {
    const name = group.get('printer-name')?.[0]
    return typeof name === 'string' ? { name, isDefault: name === defaultName } : []
  })
}
