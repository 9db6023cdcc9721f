/** Bytes in base 32, five bits a sign. */
export function toBase32(bytes: Uint8Array): string

/** What is signed of a text that has no signature yet. */
export function signedPart(text: string): Buffer

/** What a receipt's text says, without a word on whether it is true; undefined where it is no such text. Never throws. */
export function readProof(text: string):
  | {
      readonly ref: string
      readonly amountCentimes: number
      /** What the paper is worth, in capitals. */
      readonly state: string
      readonly madeAtMs: number
      /** The first 16 hexadecimal digits of the last entry's hash. */
      readonly head: string
      /** The first 16 hexadecimal digits of the public key. */
      readonly keyId: string
      readonly signed: string
      readonly signature: Uint8Array
    }
  | undefined

/** Whether the owner of this public key (64 hexadecimal digits) has signed just this text. Throws on what is no key. */
export function isProvenBy(text: string, publicKey: string): boolean
