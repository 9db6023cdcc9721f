/** Folders for tests. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** A data folder in which the journal of training is a file that is none. */
export function folderWithoutJournal(): string {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'journal'))
  writeFileSync(join(dataDir, 'journal', 'training-training.journal'), 'this is not a journal')
  return dataDir
}
