/**
 * The keys of the training service. Fixed and well known: they open nothing but training on this machine, so they
 * are written to be recognised at a glance and never mistaken for a shop's own key.
 */
export const keyEnvironments = ['sandbox', 'production'] as const
/** Which of the account's two isolated halves a key opens (service-api.md, "Authentication" 2). */
export type Environment = (typeof keyEnvironments)[number]

export const trainingKeys = {
  sandbox: 'TRAINING-SANDBOX-KEY-NOT-A-SECRET',
  /** Behaves as a production key does: its orders move the training balance and consume training cards. */
  production: 'TRAINING-PRODUCTION-KEY-NOT-A-SECRET',
  /** Opens the sandbox half. */
  readOnly: 'TRAINING-READ-ONLY-KEY-NOT-A-SECRET',
  /** Switched off: it is shown as such when it is looked up, and opens nothing. */
  disabled: 'TRAINING-DISABLED-KEY-NOT-A-SECRET',
} as const

/** The addresses that may use each environment's keys; none named: all may (service-api.md, "Authentication" 4). */
export type Whitelist = Readonly<Record<Environment, readonly string[]>>

/** The environment as the service writes it. */
export const environmentWord: Readonly<Record<Environment, 'SANDBOX' | 'PRODUCTION'>> = {
  sandbox: 'SANDBOX',
  production: 'PRODUCTION',
}

export interface KeyHolder {
  readonly key: string
  readonly environment: Environment
  readonly scope: 'READ-WRITE' | 'READ-ONLY'
  readonly isEnabled: boolean
}

const holders: readonly KeyHolder[] = [
  { key: trainingKeys.sandbox, environment: 'sandbox', scope: 'READ-WRITE', isEnabled: true },
  { key: trainingKeys.production, environment: 'production', scope: 'READ-WRITE', isEnabled: true },
  { key: trainingKeys.readOnly, environment: 'sandbox', scope: 'READ-ONLY', isEnabled: true },
  { key: trainingKeys.disabled, environment: 'sandbox', scope: 'READ-WRITE', isEnabled: false },
]

export const findKeyHolder = (key: string): KeyHolder | undefined =>
  holders.find((holder) => holder.key === key)
