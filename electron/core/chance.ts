/** The machine's own chance: what the core draws from unless it is given another, by which a day can be played again. */
import { randomUUID } from 'node:crypto'
import type { Chance } from './ports.ts'

export const systemChance: Chance = { draw: Math.random, newId: randomUUID }
