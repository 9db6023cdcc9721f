/** The part of the contract that is about what the owner sees: reports over any span, the strip, and signed archives. */
import * as z from 'zod'
import { archivedSchema, archiveViewSchema } from '../archive.ts'
import { ownerStripSchema, spanReportViewSchema, spanSchema } from '../till/span-report.ts'
import { nothing, savedPath } from './wire.ts'

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportCommands = {
  /** Sums of the shop's days in a span. Cost, fees, commission and profit only for who has the permission `costs`. */
  'reports.read': { input: spanSchema, output: spanReportViewSchema },
  /** The same as a file, where the person says. */
  'reports.export': {
    input: z.strictObject({ span: spanSchema, format: z.enum(reportFormats) }),
    output: savedPath,
  },
  /** How the day stands, and how long the balance lasts. */
  'reports.strip': { input: nothing, output: ownerStripSchema },
  'archive.state': { input: nothing, output: archiveViewSchema },
  /** Asks for the folder that archives are put into by themselves; `stop`: none are from now on. */
  'archive.choose-folder': {
    input: z.strictObject({ stop: z.boolean().optional() }),
    output: archiveViewSchema,
  },
  /**
   * Makes an archive now, where the person says. `newKey`: the key that signed the archives before is lost, and a new one is to
   * sign from now on; refused where sealed cards still need the lost one.
   */
  'archive.make': {
    input: z.strictObject({ of: archivedSchema, newKey: z.boolean().optional() }),
    output: archiveViewSchema,
  },
  /** Saves the public key as a text, where the person says. */
  'archive.save-key': { input: nothing, output: savedPath },
} as const
