/**
 * Faults put into the way to a printer on purpose, each as a mistake in the code would be: slips by lot have to notice every
 * one. Free of the test runner; the functions import nothing of the engine, they are given the originals.
 */
import { inModule, type Replacement } from '../../support/replaced-exports.ts'

type Tcp = typeof import('#core/printing/transports/tcp.ts')
type Opened = Awaited<ReturnType<Tcp['openTcp']>>
type Link = Extract<Opened, { ok: true }>['value']
type End = Awaited<ReturnType<Link['print']>>

export interface PrintingMutation {
  readonly name: string
  /** What a person would have to believe to write it. */
  readonly belief: string
  readonly replaced: readonly Replacement[]
}

/** `printAnew`: the same slip to the same printer, from the beginning. */
const ends = (change: (end: End, printAnew: () => Promise<End>) => End | Promise<End>) => [
  inModule<Tcp>('#core/printing/transports/tcp.ts', {
    openTcp:
      (original) =>
      async (...given) => {
        const opened = await original(...given)
        if (!opened.ok) return opened
        const printAnew = async (): Promise<End> => {
          opened.value.close()
          const again = await original(...given)
          if (!again.ok) return { kind: 'doubted', problem: again.error }
          const end = await again.value.print()
          again.value.close()
          return end
        }
        return {
          ok: true,
          value: { ...opened.value, print: async () => change(await opened.value.print(), printAnew) },
        }
      },
  }),
]

export const mutations: readonly PrintingMutation[] = [
  {
    name: 'handed-over-is-printed',
    belief: 'A printer that took every byte has printed them.',
    replaced: ends((end) => (end.kind === 'sent' ? { kind: 'printed' } : end)),
  },
  {
    name: 'doubted-is-printed',
    belief: 'What the system took is on paper.',
    replaced: ends((end) => (end.kind === 'doubted' ? { kind: 'printed' } : end)),
  },
  {
    name: 'doubted-is-not-printed',
    belief: 'A slip that was cut off is not on paper.',
    replaced: ends((end) => (end.kind === 'doubted' ? { ...end, kind: 'failed' } : end)),
  },
  {
    name: 'doubted-is-printed-again',
    belief: 'What may not have printed is best printed once more.',
    replaced: ends((end, printAnew) => (end.kind === 'doubted' ? printAnew() : end)),
  },
]
