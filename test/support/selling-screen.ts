/** The counter's selling screen over a bridge that answers as a core would, before anything is pressed. */
import type { AppError } from '#shared/app-error.ts'
import { orderKinds } from '#shared/products/orders.ts'
import { createClient } from '../../renderer/client.ts'
import { nameOfStep } from '../../renderer/features/sell/flow.ts'
import type { KeyFacts } from '../../renderer/features/sell/keyboard.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, reviewOf, saleOf } from './bridge.ts'

/** Lets every answer that is there be taken. */
export const settled = () => new Promise((end) => setTimeout(end, 0))

/** A key that is pressed once, alone, where nothing has the focus. */
export const freeKey: Omit<KeyFacts, 'key'> = {
  ...{ repeat: false, modified: false, focus: 'nowhere', dialogOpen: false, closed: false },
}

/** Time-outs never come here, unless `wait` has them come. */
export function startScreen(
  wait: (delayMs: number) => Promise<void> = () => new Promise(() => undefined),
  opens: 'start' | (typeof orderKinds)[number] = orderKinds[0],
) {
  const testBridge = createTestBridge()
  testBridge.answer('mobile.down', () => ok({ down: [] }))
  testBridge.answer('sale.review', () => ok(reviewOf()))
  testBridge.answer('sale.confirm', () => ok(saleOf(2)))
  const refusals: AppError[] = []
  const client = createClient(testBridge.bridge)
  const sales = createCounter({ client, wait })
  const selling = createSelling({
    ...{ client, wait, sales },
    ...{ signed: () => ({ who: 'Amina' }), onRefused: (error: AppError) => refusals.push(error) },
  })
  // Tests of a service begin there, as by its key.
  if (opens !== 'start') selling.open(opens)
  const step = () => selling.store.getState().step
  return {
    ...{ testBridge, selling, sales, step, settled },
    /** What was refused behind an outcome that was left. */
    refusals,
    at: () => nameOfStep(step()),
    /** What was asked with a command, in its order. */
    asked: (name: string) => testBridge.asked.filter((one) => one.name === name).map(({ input }) => input),
    /** Holds the answers to a command back from now on; a call gives the last one. */
    hold(name: Parameters<typeof testBridge.answer>[0]): (value: unknown) => void {
      let answer: (value: unknown) => void = () => undefined
      testBridge.answer(name, () => new Promise((resolve) => (answer = resolve)))
      return (value) => answer(value)
    },
  }
}
