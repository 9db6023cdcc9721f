/**
 * The two worlds of a page, which share its document: the page's own, and the preload's with the part of Electron that it may
 * use. Functions do not cross: each world calls the other's by number, over events whose details are texts. Both functions here
 * are sent to the page as text, and may use nothing from outside of themselves.
 */
import type { Codec } from './cloned.ts'

export interface WorldNames {
  /** How the preload speaks to the shell, and the shell to it. */
  readonly binding: string
  readonly deliver: string
  /** The events from one world to the other. */
  readonly toPage: string
  readonly toPreload: string
  readonly origins: string
}

type Globals = Record<string, unknown>
type Listener = (event: object, ...args: unknown[]) => void
type Preload = (require: (id: string) => unknown, module: { exports: object }, exports: object) => void
/** A value or a function of the other world. */
type Passed = { readonly fn?: number; readonly value?: string }

export function runInPreload(names: WorldNames, createCodec: () => Codec, preload: Preload): void {
  const globals = globalThis as unknown as Globals
  const say = globals[names.binding] as (text: string) => void
  delete globals[names.binding]
  if (window.top !== window || !new RegExp(names.origins).test(location.origin)) return

  const { encode, decode } = createCodec()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, Set<Listener>>()
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const exposed: object[] = []
  let count = 0

  const toPage = (message: object) =>
    window.dispatchEvent(new CustomEvent(names.toPage, { detail: JSON.stringify(message) }))
  const keep = (fn: (...args: unknown[]) => unknown): number => {
    count += 1
    functions.set(count, fn)
    return count
  }
  const pass = (value: unknown): Passed =>
    typeof value === 'function'
      ? { fn: keep(value as (...args: unknown[]) => unknown) }
      : { value: encode(structuredClone(value)) }
  const take = ({ fn, value }: Passed) =>
    fn === undefined
      ? decode(String(value))
      : (...args: unknown[]) => void toPage({ callback: fn, args: args.map(pass) })

  const settle = (call: number, work: Promise<unknown>) => {
    work.then(
      (value) => toPage({ settled: call, ...pass(value) }),
      (fault) => toPage({ settled: call, fault: String(fault) }),
    )
    return { promise: true }
  }
  const answerCall = (call: number, fn: number, args: Passed[]): object => {
    try {
      const result = functions.get(fn)?.(...args.map(take))
      return result instanceof Promise ? settle(call, result) : pass(result)
    } catch (fault) {
      return { fault: String(fault) }
    }
  }
  window.addEventListener(names.toPreload, (event) => {
    const { call, fn, args } = JSON.parse((event as CustomEvent<string>).detail)
    if (call === undefined) for (const one of exposed) toPage(one)
    else toPage({ answered: call, ...answerCall(call, fn, args) })
  })

  const deliver = (text: string): void => {
    const { answer, value, fault, channel, args } = JSON.parse(text)
    if (answer === undefined) {
      const given = decode(args) as unknown[]
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...given)
      return
    }
    const asked = waiting.get(answer)
    waiting.delete(answer)
    if (fault === undefined) asked?.resolve(decode(value))
    else asked?.reject(new Error(fault))
  }
  Object.defineProperty(globalThis, names.deliver, { value: deliver })

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      const asked = Promise.withResolvers<unknown>()
      const given = encode(structuredClone(args))
      count += 1
      waiting.set(count, asked)
      say(JSON.stringify({ ask: count, channel, args: given }))
      return asked.promise
    },
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return ipcRenderer
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  }
  const contextBridge = {
    exposeInMainWorld(key: string, api: Record<string, (...args: unknown[]) => unknown>) {
      const members = Object.entries(api).map(([name, fn]) => [name, keep(fn)])
      exposed.push({ expose: key, members })
      toPage({ expose: key, members })
    },
  }
  const module = { exports: {} }
  const require = (id: string) => {
    if (id === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`module not found: ${id}`)
  }
  say('{}')
  preload(require, module, module.exports)
}

export function runInPage(names: WorldNames, createCodec: () => Codec): void {
  if (window.top !== window || !new RegExp(names.origins).test(location.origin)) return
  const { encode, decode } = createCodec()
  const callbacks: ((...args: unknown[]) => unknown)[] = []
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  /** What the preload answers before the event that calls it returns. */
  let answered: Passed & { promise?: boolean; fault?: string } = {}

  const pass = (value: unknown): Passed =>
    typeof value === 'function'
      ? { fn: callbacks.push(value as (...args: unknown[]) => unknown) - 1 }
      : { value: encode(structuredClone(value)) }
  const take = ({ fn, value }: Passed): unknown =>
    fn === undefined ? decode(String(value)) : (...args: unknown[]) => call(fn, args)

  const call = (fn: number, args: readonly unknown[]): unknown => {
    count += 1
    const number = count
    const asked = Promise.withResolvers<unknown>()
    waiting.set(number, asked)
    const detail = JSON.stringify({ call: number, fn, args: args.map(pass) })
    window.dispatchEvent(new CustomEvent(names.toPreload, { detail }))
    if (answered.promise) return asked.promise
    waiting.delete(number)
    if (answered.fault !== undefined) throw new Error(answered.fault)
    return take(answered)
  }
  const expose = (key: string, members: readonly [string, number][]) => {
    if (key in window) return
    const api = members.map(([name, fn]) => [name, (...args: unknown[]) => call(fn, args)])
    Object.defineProperty(window, key, { value: Object.freeze(Object.fromEntries(api)), enumerable: true })
  }
  window.addEventListener(names.toPage, (event) => {
    const message = JSON.parse((event as CustomEvent<string>).detail)
    if (message.expose !== undefined) expose(message.expose, message.members)
    else if (message.answered !== undefined) answered = message
    else if (message.callback !== undefined) callbacks[message.callback]?.(...message.args.map(take))
    else {
      const asked = waiting.get(message.settled)
      waiting.delete(message.settled)
      if (message.fault === undefined) asked?.resolve(take(message))
      else asked?.reject(new Error(message.fault))
    }
  })
  window.dispatchEvent(new CustomEvent(names.toPreload, { detail: '{}' }))
}
