/**
 * A folder that electron-builder takes for an unpacked Electron of Linux: what it looks for and nothing that runs. So the
 * counter's own part is packed on a machine that cannot fetch the runtime.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns {string} the folder */
export function makeEmptyRuntime(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'electron'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  for (const name of ['fr', 'ar', 'en-US', 'de']) writeFileSync(join(folder, 'locales', `${name}.pak`), '')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox'])
    writeFileSync(join(folder, name), '')
  return folder
}
