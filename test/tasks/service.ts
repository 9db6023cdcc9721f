/**
 * `npm run --silent service`: the training service on its own, with its control endpoints unless `--no-control` is
 * given. Prints one line of JSON when it is ready and ends in order (exit 0) on SIGTERM, on SIGINT, or when its standard
 * input closes; arguments that cannot be used end in one sentence and exit 2, a port or a file that cannot be used in
 * one sentence and exit 1.
 */
import { fstatSync } from 'node:fs'
import { startTrainingService, type TrainingService } from '#training/service.ts'
import { ArgumentError, messageOf, readArguments, usage } from './service-arguments.ts'

/** How long an orderly end may take before the process ends anyway. */
const CLOSE_WITHIN_MS = 5_000
const STDIN = 0

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

try {
  const service = await startTrainingService(readArguments(process.argv.slice(2)))
  endWhenAsked(service)
  const { baseUrl, billUrl, keys } = service
  process.stdout.write(`${JSON.stringify({ baseUrl, billUrl, keys })}\n`)
} catch (error) {
  sayAndExit(error)
}
