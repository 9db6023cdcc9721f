/** What may be asked of a training service when it starts, with its defaults and bounds. */
import { randomBytes as systemRandomBytes } from 'node:crypto'
import * as z from 'zod'
import { rateLimitCount } from '#shared/limits.ts'
import { centimesFromDinars } from '#shared/money.ts'
import { behaviourSchema } from './behaviour/behaviour.ts'
import { type After, afterRealTime } from './gate.ts'
import type { RandomBytes } from './ids.ts'

const portRule = 'must be a whole number from 0 to 65535'
const speedRule = 'must be a number from 0.001 to 100000'
const balanceRule = 'must be an amount in dinars with at most two decimals'
const limitRule = 'must be a whole number from 1'
const seedRule = 'must be a whole number from 0'
const addressRule = 'must be an IP address'
const portSchema = z.int(portRule).min(0, portRule).max(65_535, portRule)

const addressesSchema = z.array(z.union([z.ipv4(), z.ipv6()], addressRule)).default([])

const optionsSchema = z.strictObject({
  /** Where the platform half listens on 127.0.0.1; 0 takes any free port. */
  port: portSchema.default(0),
  /** Where the bill payment half listens. */
  billPort: portSchema.default(0),
  /** 1 keeps the document's timings, 10 is ten times faster. Orders keep the speed they were taken at. */
  speed: z.number(speedRule).min(0.001, speedRule).max(100_000, speedRule).default(1),
  /** The balance of each environment when the data file is made; an existing file keeps its own. */
  balanceDinars: z
    .number(balanceRule)
    .nonnegative(balanceRule)
    .refine((dinars) => centimesFromDinars(dinars).ok, balanceRule)
    .default(50_000),
  /** Whether the sandbox's balance moves as well, for who practises with it; what runs out is filled up. The service's own stands still. */
  practiceBalance: z.boolean().default(false),
  /** A SQLite file that outlives the process, or `:memory:`. */
  dataFile: z.string().min(1, 'must name a file').default(':memory:'),
  /** Whether the control endpoints /training/* exist. */
  control: z.boolean().default(false),
  /** Requests a key may make in one window (service-api.md, "Limits": 120). */
  rateLimit: z.int(limitRule).min(1, limitRule).default(rateLimitCount),
  /** What looks like chance follows from it: the same seed, the same delays. */
  seed: z.int(seedRule).min(0, seedRule).default(0),
  /** The addresses that each environment's keys may be used from; none: all. */
  whitelist: z
    .strictObject({ sandbox: addressesSchema, production: addressesSchema })
    .default({ sandbox: [], production: [] }),
  /** How it behaves where the document leaves it open, by point; each as at the counter where it is not named. */
  behaviour: behaviourSchema,
})

export type TrainingOptions = z.input<typeof optionsSchema> & {
  /** Milliseconds since 1970; the machine's clock unless a test turns its own. */
  readonly nowMs?: () => number
  /** What delays run by; the machine's timers unless a test gives others. */
  readonly after?: After
  /** What ids are made of; the machine's own chance unless a test gives another. */
  readonly randomBytes?: RandomBytes
}

export type ReadOptions = z.output<typeof optionsSchema> & {
  readonly nowMs: () => number
  readonly after: After
  readonly randomBytes: RandomBytes
}

/** Fills in the defaults. Throws an Error that names the option and what is wrong with it. */
export function readOptions(options: TrainingOptions): ReadOptions {
  const { nowMs = Date.now, after = afterRealTime, randomBytes = systemRandomBytes, ...given } = options
  const parsed = optionsSchema.safeParse(given)
  if (parsed.success) return { ...parsed.data, nowMs, after, randomBytes }
  const problems = parsed.error.issues.map((issue) => [...issue.path.map(String), issue.message].join(' '))
  throw new Error(`The training service cannot start with these options: ${problems.join('; ')}.`)
}
