/**
 * A receipt that proves itself: the text of its QR code, signed with the key that signs the archives. Whoever has the shop's
 * public key can check it without a line (resources/verify-receipt.mjs). It holds no number of a customer's and no code. Owns
 * that no slip waits long for a key: without one its QR code holds the ref alone.
 */
import { sign } from 'node:crypto'
import { isProvenBy, readProof, signedPart, toBase32 } from '#resources/verify-receipt.mjs'
import type { AppError } from '#shared/app-error.ts'
import type { CheckedReceipt } from '#shared/receipt-proof.ts'
import { isRef, type Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Settings } from '#shared/views.ts'
import type { SigningKey } from '../archive/archive-file.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { within } from '../within.ts'
import type { Standing } from './document.ts'

interface Proven {
  readonly ref: Ref
  readonly amountCentimes: number
  readonly standing: Standing
  readonly madeAtMs: number
}

/** Some 210 letters and digits: what the paper is worth, for how much, and where the journal ended when it was made. */
export type Prove = (proven: Proven) => string

export interface Prover {
  /** Resolves when the key is there, or is not to be had within two seconds. Never rejects. */
  ready(): Promise<void>
  /** Undefined where the shop has not chosen it, and without a key. */
  current(): Prove | undefined
  /** What the text of a receipt says, and whether this shop has signed it. Errors: invalid-input, where it is no such text. */
  check(text: string): Promise<Result<CheckedReceipt, AppError>>
}

interface ProverOptions {
  readonly journal: Pick<Journal, 'readLastEntry'>
  readonly clock: Clock
  settings(): Settings
  /** Undefined where there is none, and none can be made. */
  readSigningKey(): Promise<SigningKey | undefined>
}

const KEY_WAIT_MS = 2_000
const DIGITS = 16

export function createProver({ journal, clock, settings, readSigningKey }: ProverOptions): Prover {
  let key: SigningKey | undefined
  const readKey = async () => {
    key ??= await within(clock, KEY_WAIT_MS, readSigningKey())
    return key
  }
  return {
    async ready() {
      if (settings().slip.isProven) await readKey()
    },
    current() {
      const signing = settings().slip.isProven ? key : undefined
      const head = journal.readLastEntry()?.hash
      return signing && head ? (proven) => proofOf(proven, signing, head) : undefined
    },
    async check(text) {
      const said = readProof(text)
      if (!said || !isRef(said.ref))
        return err({ kind: 'invalid-input', field: 'text', problem: 'not-a-receipt' })
      const { ref, amountCentimes, state, madeAtMs, keyId } = said
      const publicKey = (await readKey())?.publicKey
      const isOurs = publicKey?.startsWith(keyId) === true
      const verdict = publicKey && isOurs ? (isProvenBy(text, publicKey) ? 'ours' : 'false') : 'another-key'
      return ok({ verdict, ref, amountCentimes, state, madeAtMs })
    },
  }
}

function proofOf({ ref, amountCentimes, standing, madeAtMs }: Proven, key: SigningKey, head: string): string {
  const text = [
    ...['C1', ref, amountCentimes, standing.toUpperCase(), Math.floor(madeAtMs / 1_000)],
    ...[head, key.publicKey].map((hex) => hex.slice(0, DIGITS).toUpperCase()),
  ].join('.')
  return `${text}.${toBase32(sign(null, signedPart(text), key.privateKey))}`
}
