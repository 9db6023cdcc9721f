/** The three settings a development build takes from its environment. A packaged build takes none. */

export interface Overrides {
  /** Where data lives, instead of the system's folder for this user. */
  readonly dataDir?: string
  /** The service to call, instead of the built-in training service. */
  readonly baseUrl?: string
  readonly billUrl?: string
}

/** Reads the overrides, or none where `isPackaged`: a shop's counter is not steered by its environment. */
export function readOverrides(
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): Overrides {
  if (isPackaged) return {}
  const { COMPTOIR_DATA_DIR: dataDir, COMPTOIR_BASE_URL: baseUrl, COMPTOIR_BILL_URL: billUrl } = env
  return { ...(dataDir && { dataDir }), ...(baseUrl && { baseUrl }), ...(billUrl && { billUrl }) }
}
