/** The machine's sleep, told to the core: what was waiting is late when the machine wakes, not lost. */
import { powerMonitor } from 'electron'

export type PowerEvent = 'suspend' | 'resume'

/** Tells `setPower` of each suspend and resume. */
export function watchPower(setPower: (event: PowerEvent) => void): void {
  powerMonitor.on('suspend', () => setPower('suspend'))
  powerMonitor.on('resume', () => setPower('resume'))
}
