/** The slip of a sale as a file, and the message that a person sends it with. Nothing is sent by the counter. */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandOutput } from '#shared/ipc/commands.ts'
import { receiptLink } from '#shared/receipt-sending.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Outside } from '../ports.ts'
import type { Actor } from '../till/actor.ts'
import type { PrintService } from './print-service.ts'

interface SendReceiptParts {
  readonly printing: Pick<PrintService, 'saveSlip' | 'readMessage'>
  readonly outside: Outside | undefined
}

/** See `receipt.send` of the contract. */
export async function sendReceipt(
  { ref, to, actor }: CommandInput<'receipt.send'> & { readonly actor: Actor },
  { printing, outside }: SendReceiptParts,
): Promise<Result<CommandOutput<'receipt.send'>, AppError>> {
  const saved = await printing.saveSlip(ref, actor)
  if (!saved.ok) return saved
  const { path } = saved.value
  if (path === null) return ok({ path, isOpened: false })
  const message = printing.readMessage(ref)
  const isOpened =
    message.ok && outside !== undefined && (await outside.openMessage(receiptLink(to, message.value)))
  // Last, so that no window comes before the system's question.
  outside?.showFile(path)
  return ok({ path, isOpened })
}
