/**
 * `npm run --silent service`: the training service on its own, with its control endpoints unless `--no-control` is
 * given. Prints one line of JSON when it is ready and ends in order (exit 0) on SIGTERM, on SIGINT, or when its standard
 * input closes; arguments that cannot be used end in one sentence and exit 2, a port or a file that cannot be used in
 * one sentence and exit 1.
 */
import { fstatSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readOptions, type TrainingOptions } from '#training/options.ts'
import { startTrainingService, type TrainingService } from '#training/service.ts'

/** How long an orderly end may take before the process ends anyway. */
const CLOSE_WITHIN_MS = 5_000
const STDIN = 0

const usage =
  'Usage: npm run --silent service -- [--port N] [--bill-port N] [--speed X] [--seed N] [--balance N] [--data FILE] ' +
  '[--rate-limit N] [--whitelist-sandbox IP,IP] [--whitelist-production IP,IP] [--no-control]'

class ArgumentError extends Error {}

function readArguments(args: readonly string[]): TrainingOptions {
  const given = parse(args)
  const options: TrainingOptions = {
    control: given.control ?? true,
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
    'whitelist-sandbox': text,
    'whitelist-production': text,
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

function endWhenAsked(service: TrainingService): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
    service.close().then(() => process.exit(0), sayAndExit)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (!hasInput()) return
  process.stdin.once('end', end).once('error', end).once('close', end).resume()
}

/** Whether there is an input that can close. /dev/null is none: a service started in the background is not ended by it. */
const hasInput = () => process.stdin.isTTY || !fstatSync(STDIN).isCharacterDevice()

function sayAndExit(error: unknown): never {
  const wrongArguments = error instanceof ArgumentError
  process.stderr.write(`${messageOf(error)}${wrongArguments ? ` ${usage}` : ''}\n`)
  process.exit(wrongArguments ? 2 : 1)
}

/** One line, whatever was thrown. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ')

try {
  const service = await startTrainingService(readArguments(process.argv.slice(2)))
  endWhenAsked(service)
  const { baseUrl, billUrl, keys } = service
  process.stdout.write(`${JSON.stringify({ baseUrl, billUrl, keys })}\n`)
} catch (error) {
  sayAndExit(error)
}
