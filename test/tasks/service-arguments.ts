/** What may be said to `npm run service`: read into the service's own options, or refused in one sentence. */
import { parseArgs } from 'node:util'
import { readOptions, type TrainingOptions } from '#training/options.ts'
import { createClock } from '../../electron/main/clock.ts'
import { deviationsIn } from '../support/drawn-behaviour.ts'

export const usage =
  'Usage: npm run --silent service -- [--port N] [--bill-port N] [--speed X] [--seed N] [--balance N] [--data FILE] ' +
  '[--rate-limit N] [--clock-speed N] [--behaviour POINT=VALUE]... [--whitelist-sandbox IP,IP] ' +
  '[--whitelist-production IP,IP] [--practice-balance] [--no-control]'

/** The arguments cannot be used; the message is the sentence that says why. */
export class ArgumentError extends Error {}

/** @throws {ArgumentError} */
export function readArguments(args: readonly string[]): TrainingOptions {
  const given = parse(args)
  const options: TrainingOptions = {
    control: given.control ?? true,
    practiceBalance: given['practice-balance'] ?? false,
    ...numberOption('port', '--port', given.port),
    ...numberOption('billPort', '--bill-port', given['bill-port']),
    ...numberOption('speed', '--speed', given.speed),
    ...numberOption('seed', '--seed', given.seed),
    ...numberOption('rateLimit', '--rate-limit', given['rate-limit']),
    whitelist: {
      sandbox: addressesOf(given['whitelist-sandbox']),
      production: addressesOf(given['whitelist-production']),
    },
    ...numberOption('balanceDinars', '--balance', given.balance),
    ...(given.data === undefined ? {} : { dataFile: given.data }),
    behaviour: deviationsIn(given.behaviour ?? []),
    ...clockOf(given['clock-speed']),
  }
  try {
    readOptions(options)
  } catch (error) {
    throw new ArgumentError(messageOf(error))
  }
  return options
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = {
    port: text,
    'bill-port': text,
    speed: text,
    seed: text,
    balance: text,
    data: text,
    'rate-limit': text,
    'clock-speed': text,
    behaviour: { type: 'string', multiple: true },
    'whitelist-sandbox': text,
    'whitelist-production': text,
    'practice-balance': { type: 'boolean' },
    control: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false, allowNegative: true })
      .values
  } catch (error) {
    const [sentence = ''] = messageOf(error).split('. ')
    throw new ArgumentError(`${sentence.replace(/\.$/, '')}.`)
  }
}

/** The service's own time goes as fast as a counter's with the same COMPTOIR_CLOCK_SPEED: both show the same hour for as long. */
function clockOf(text: string | undefined): Pick<TrainingOptions, 'nowMs' | 'after'> {
  if (text === undefined) return {}
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new ArgumentError(`--clock-speed must be a whole number, not "${text}".`)
  const { nowMs, after } = createClock(Number(text))
  return { nowMs, after }
}

const addressesOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').map((address) => address.trim())

function numberOption(
  option: keyof TrainingOptions,
  name: string,
  text: string | undefined,
): TrainingOptions {
  if (text === undefined) return {}
  if (!/^\d+(\.\d+)?$/.test(text)) throw new ArgumentError(`${name} must be a number, not "${text}".`)
  return { [option]: Number(text) }
}

/** One line, whatever was thrown. */
export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')
