/** How a data file comes to be, step by step: a new file takes every step, an older one those it has not taken yet. */
import type Database from 'better-sqlite3'
import { createFirstTables } from './first-tables.ts'
import { createOperators } from './operators.ts'
import { widenToWholeService } from './whole-service.ts'

/** Appended to, never changed. The file's `user_version` counts the steps it has taken. */
export const migrations: readonly ((store: Database.Database) => void)[] = [
  createFirstTables,
  widenToWholeService,
  createOperators,
]
