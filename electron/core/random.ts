/** The machine's own random source: what the core draws from unless it is given another, by which a day can be played again. */
import { randomUUID } from 'node:crypto'
import type { Random } from './ports.ts'

export const systemRandom: Random = { draw: Math.random, newId: randomUUID }
