/** What the scenes of accounts and backups are made of. */
import type { AccountView, KeyFinding } from '#shared/accounts.ts'
import type { BackupView, Rehearsal } from '#shared/backups.ts'
import type { UpdatesView } from '#shared/updates.ts'
import { bigCentimes, longShopName, nowMs } from './views.ts'

export const accounts: readonly AccountView[] = [
  {
    ...{ id: 'training', environment: 'training', username: '0550123456', label: 'Entraînement' },
    ...{ scope: 'READ-WRITE', baseUrl: 'http://127.0.0.1:40123', billUrl: 'http://127.0.0.1:40123' },
    isActive: true,
  },
  {
    ...{
      id: 'production-1',
      environment: 'production',
      username: '0661234567',
      label: longShopName.slice(0, 60),
    },
    ...{
      scope: 'READ-WRITE',
      baseUrl: 'https://api.service.example.dz',
      billUrl: 'https://bills.service.example.dz',
    },
    isActive: false,
  },
  {
    ...{ id: 'sandbox-1', environment: 'sandbox', username: '0661234567', label: 'Essais' },
    ...{
      scope: 'READ-ONLY',
      baseUrl: 'https://api.service.example.dz',
      billUrl: 'https://api.service.example.dz',
    },
    isActive: false,
  },
]

export const finding: KeyFinding = {
  ...{ findingId: 'finding-1', environment: 'production', username: '0661234567', scope: 'READ-ONLY' },
  allowedAddresses: ['105.235.128.12', '2001:db8:85a3::8a2e:370:7334'],
  balanceCentimes: bigCentimes,
  bills: { kind: 'unavailable', reason: 'API_DISABLED' },
  known: null,
}

export const backups: readonly BackupView[] = (['daily', 'before-migration', 'on-demand'] as const).map(
  (why, place) => ({
    ...{ name: `backup-${place}`, atMs: nowMs - (place + 1) * 86_400_000, why, bytes: 2_345_678 },
    entries: place === 1 ? null : 123_456 - place * 1_000,
    trouble: place === 1 ? { problem: 'damaged', detail: 'database disk image is malformed' } : null,
  }),
)
export const rehearsal: Rehearsal = {
  ...{ name: 'backup-0', trouble: null, entries: 123_456, behindEntries: 11, savedEntries: 2 },
}

/** A version that is here and may not be installed yet. */
export const heldVersion: UpdatesView = {
  ...{
    version: '1.12.0',
    comes: 'by-itself',
    newer: '1.13.0',
    hasFailed: false,
    isOld: true,
    isWithdrawn: true,
  },
  ...{ stage: 'ready', heldBy: ['journal', 'print'], lookedAtMs: nowMs - 3 * 3_600_000, problem: null },
}

/** The same machine on which nothing installs it, and what came last was not genuine. */
export const oldVersion: UpdatesView = {
  ...heldVersion,
  ...{ comes: 'by-hand', hasFailed: true, stage: 'none', heldBy: [], problem: 'not-genuine' },
}
