/**
 * The machine's sleep and its end, told on: what was waiting is late when the machine wakes, not lost; and at its end nothing
 * is waited for. Windows tells its end to windows alone, see quit.ts.
 */
import { powerMonitor } from 'electron'

export type PowerEvent = 'suspend' | 'resume'

/** Tells `setPower` of each suspend and resume, and `endNow` of the machine's end. To be called once Electron is ready. */
export function watchPower(setPower: (event: PowerEvent) => void, endNow: (why: string) => void): void {
  powerMonitor.on('suspend', () => setPower('suspend'))
  powerMonitor.on('resume', () => setPower('resume'))
  // Preventing it would cancel the person's log-out on a Mac.
  powerMonitor.on('shutdown', () => endNow('shutdown'))
}
