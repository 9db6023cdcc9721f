/** The code of a system or SQLite error, such as ENOENT or SQLITE_CORRUPT; `undefined` where it has none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
