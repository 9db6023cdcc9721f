/**
 * Faults put into the helpers of the core's tests, each with a test that has to fail under it. One that no test notices could
 * hide a fault of the product.
 */
import { inModule, type Replacement } from './replaced-exports.ts'

type Line = typeof import('./line.ts')
type Transport = ReturnType<Line['lineTransport']>
type Delivery = Awaited<ReturnType<Parameters<Line['answerAt']>[0]>>
type ClockModule = typeof import('./virtual-clock.ts')
type VirtualClock = ReturnType<ClockModule['virtualClock']>

export interface HelperMutation {
  readonly name: string
  readonly replaced: readonly Replacement[]
  /** The file of the test, and what its title begins with. */
  readonly caughtBy: readonly [string, string]
}

const onLine = (changes: Parameters<typeof inModule<Line>>[1]) =>
  inModule<Line>('./test/support/line.ts', changes)
const onCore = (changes: Parameters<typeof inModule<typeof import('./core.ts')>>[1]) =>
  inModule<typeof import('./core.ts')>('./test/support/core.ts', changes)

const transports = (change: (given: Transport) => Partial<Transport>) =>
  onLine({
    lineTransport: (original) => (clock, limits) => {
      const given = original(clock, limits)
      return { ...given, ...change(given) }
    },
  })

const deliveries = (change: (given: Delivery) => Delivery) =>
  onLine({
    answerAt: (original) => (handler) => original(async (request) => change(await handler(request))),
  })

const clocks = (change: (given: VirtualClock) => Partial<VirtualClock>) =>
  inModule<ClockModule>('./test/support/virtual-clock.ts', {
    virtualClock: (original) => (startMs) => {
      const given = original(startMs)
      return { ...given, ...change(given) }
    },
  })

const services = (change: (nowMs: () => number) => object) =>
  inModule<typeof import('./training.ts')>('./test/support/training.ts', {
    startLineService: (original) => (clock, options) =>
      original(clock, { ...options, ...change(clock.nowMs) }),
  })

const line = 'test/core/api/line.test.ts'
const time = 'test/core/virtual-time.test.ts'
const down = 'test/core/operators-down.test.ts'
const doubt = 'test/core/sale/doubt.test.ts'

const caught = (file: string, title: string, name: string, ...replaced: Replacement[]): HelperMutation => ({
  ...{ name, replaced, caughtBy: [file, title] },
})

const clocksOfAll: VirtualClock[] = []

export const mutations: readonly HelperMutation[] = [
  caught(
    ...[time, 'a long wait ends after file operations', 'time-passes-during-file-operations'],
    clocks(() => {
      process.getActiveResourcesInfo = () => []
      return {}
    }),
  ),
  caught(
    ...[down, 'an operator that is down is shown', 'no-time-passes'],
    clocks(() => ({ pass: async () => undefined })),
  ),
  caught(
    ...[time, 'a clock that is set', 'set-clock-moves-elapsed-time'],
    clocks(({ nowMs }) => {
      const startedMs = nowMs()
      return { elapsedMs: () => nowMs() - startedMs }
    }),
  ),
  caught(
    ...['test/core/sale/repeats.test.ts', 'an open sale is a repeat', 'set-clock-moves-service'],
    clocks((given) => {
      clocksOfAll.push(given)
      return { setBy: (ms) => void clocksOfAll.map((one) => one.setBy(ms)) }
    }),
  ),
  caught(
    ...[time, 'the service uses the clock', 'service-clock-stands-still'],
    services((nowMs) => {
      const startedMs = nowMs()
      return { nowMs: () => startedMs }
    }),
  ),
  caught(
    ...[time, 'the service refuses what is past', 'rate-limit-not-counted'],
    services(() => ({ rateLimit: 1_000_000 })),
  ),
  caught(
    ...[down, 'a late answer is not used', 'hold-lets-go-at-once'],
    inModule<typeof import('#training/gate.ts')>('#training/gate.ts', {
      createGate: (original) => (after) => ({ ...original(after), hold: async () => undefined }),
    }),
  ),
  caught(
    ...[doubt, 'cut, after the order was taken', 'lost-is-not-sent'],
    transports(({ send }) => ({
      async send(...asked) {
        const result = await send(...asked)
        return result.kind === 'lost' ? { kind: 'not-sent', reason: 'connection-refused' } : result
      },
    })),
  ),
  caught(
    ...['test/core/rate-budget.test.ts', 'a hundred sales', 'request-delivered-twice'],
    transports(({ send }) => ({
      send(...asked) {
        void send(...asked)
        return send(...asked)
      },
    })),
  ),
  caught(
    ...[line, 'reports a cut', 'half-answer-is-whole'],
    deliveries((given) => (given.kind === 'half' ? { ...given, kind: 'whole' } : given)),
  ),
  caught(
    ...[down, 'nothing is asked while the rate is low', 'headers-dropped'],
    deliveries((given) =>
      'answer' in given ? { ...given, answer: { ...given.answer, headers: {} } } : given,
    ),
  ),
  caught(
    ...[line, 'cuts open requests', 'closed-address-answers'],
    onLine({ answerAt: (original) => (handler) => ({ ...original(handler), close: () => undefined }) }),
  ),
  caught(
    ...[line, 'limits parallel requests', 'connections-not-limited'],
    onLine({
      lineTransport: (original) => (clock, limits) =>
        original(clock, { ...limits, maxConnections: 100, maxBackgroundConnections: 100 }),
    }),
  ),
  caught(
    ...[line, 'finishes open requests', 'closed-transport-sends'],
    transports(() => ({ close: async () => undefined })),
  ),
  caught(
    ...['test/core/busy-line.test.ts', 'a start beyond the rate limit', 'until-resolves-at-once'],
    onCore({ until: () => async () => undefined }),
  ),
  caught(
    ...[time, 'a core that is stopped', 'stop-not-awaited'],
    onCore({
      startCore: (original) => async (options) => {
        const { core, ...counter } = await original(options)
        return { ...counter, core: { ...core, stop: async () => void core.stop() } }
      },
    }),
  ),
]
