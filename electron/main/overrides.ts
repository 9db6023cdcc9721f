/** The settings a development build takes from its environment. A packaged build takes none. */
import { readAddress } from '#core/api/addresses.ts'
import { type LogLevel, logLevels } from '#core/ports.ts'
import { err, ok, type Result } from '#shared/result.ts'

export interface Overrides {
  /** Where data lives, instead of the system's folder for this user. */
  readonly dataDir?: string
  /** The service to call, instead of the built-in training service. */
  readonly baseUrl?: string
  readonly billUrl?: string
  /** The least that is logged, instead of everything. */
  readonly logLevel?: LogLevel
  /** The file that says where newer versions are listed, instead of the product's own. */
  readonly updatesFile?: string
  /** How many times as fast as the machine's the core's clock runs. */
  readonly clockSpeed?: number
}

/** Faster than this, one late timer is hours late. */
const MAX_CLOCK_SPEED = 1_000

/**
 * Reads the overrides, or none where `isPackaged`: a shop's counter is not steered by its environment. The error is a
 * sentence that names the variable that cannot be used.
 */
export function readOverrides(
  env: Readonly<Record<string, string | undefined>>,
  isPackaged: boolean,
): Result<Overrides, string> {
  if (isPackaged) return ok({})
  const { COMPTOIR_DATA_DIR: dataDir, COMPTOIR_BASE_URL: baseUrl, COMPTOIR_BILL_URL: billUrl } = env
  const wrong = whyUnusable('COMPTOIR_BASE_URL', baseUrl) ?? whyUnusable('COMPTOIR_BILL_URL', billUrl)
  if (wrong !== undefined) return err(wrong)
  const { COMPTOIR_LOG_LEVEL: level } = env
  const logLevel = logLevels.find((one) => one === level)
  if (level && !logLevel)
    return err(`COMPTOIR_LOG_LEVEL=${level} cannot be used: it takes ${logLevels.join(', ')}`)
  const { COMPTOIR_CLOCK_SPEED: pace } = env
  if (pace && !isClockSpeed(pace))
    return err(
      `COMPTOIR_CLOCK_SPEED=${pace} cannot be used: it takes a whole number from 1 to ${MAX_CLOCK_SPEED}`,
    )
  const { COMPTOIR_UPDATES: updatesFile } = env
  return ok({
    ...(updatesFile && { updatesFile }),
    ...(dataDir && { dataDir }),
    ...(baseUrl && { baseUrl }),
    ...(billUrl && { billUrl }),
    ...(logLevel && { logLevel }),
    ...(pace && { clockSpeed: Number(pace) }),
  })
}

/**
 * Variables by which somebody else loads code into Node or into a package of ours, or changes whom they trust. The product needs none of them: a packaged
 * counter does not start with one, and names it.
 */
const refusedVariables = [
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_USE_SYSTEM_CA',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_V8_COVERAGE',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  // The drawing library's package requires the file that it names in place of its own.
  'NAPI_RS_NATIVE_LIBRARY_PATH',
] as const

/**
 * What may be set on a shop's machine for others, by a virus scanner for one (SSLKEYLOGFILE, NODE_EXTRA_CA_CERTS), and has nothing
 * to say here: authorities are the product's own, see api/transport.ts. A packaged counter and its helpers do not see it.
 */
const ignoredVariables = [
  'CUPS_SERVER',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
] as const

type Environment = Record<string, string | undefined>

/** The first variable with which a packaged counter does not start, as it is written in `env`; undefined where there is none. */
export function findRefusedVariable(env: Readonly<Environment>, isPackaged: boolean): string | undefined {
  if (!isPackaged) return undefined
  return refusedVariables.find((name) => env[name])
}

/** Takes what a packaged counter does not look at out of `env`. */
export function dropIgnoredVariables(env: Environment, isPackaged: boolean): void {
  if (isPackaged) for (const name of ignoredVariables) delete env[name]
}

const isClockSpeed = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= MAX_CLOCK_SPEED

function whyUnusable(name: string, address: string | undefined): string | undefined {
  if (!address) return undefined
  const read = readAddress(address)
  if (read.ok) return undefined
  const rule = 'it takes an https address, or an http one of this machine'
  return `${name}=${address} cannot be used: ${rule}`
}
