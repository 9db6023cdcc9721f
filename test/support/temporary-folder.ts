/** Folders for tests. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const EVERYBODY_MAY_ENTER = 0o755

/** A folder that other users may enter, gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-test-'))
  chmodSync(folder, EVERYBODY_MAY_ENTER)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
