/** What does not fit, as a sentence that names the entry. */
export class Misfit extends Error {}

export function verifyExport(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<{ readonly entries: number; readonly hash: string }>
