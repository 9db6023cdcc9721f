/** Refs for tests. Free of the test runner, for child processes. */
import { makeRef, type Ref } from '#shared/ref.ts'

const firstMs = Date.UTC(2026, 0, 5, 9)

/** The n-th ref: always the same, one of its own for each number, in order of age. */
export const refNumber = (n: number): Ref =>
  makeRef(
    firstMs + n,
    Uint8Array.from({ length: 10 }, (_, place) => (n >> (8 * (place % 4))) & 255),
  )
