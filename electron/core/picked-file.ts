/** Files that a person saves or picks: the port's answers as those of a command. A fault of the port is one of them. */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { FileProblem } from './json-file.ts'
import type { Files } from './ports.ts'

/** `problem` is the system's word: for support. */
const notUsable = (problem: string): AppError => ({ kind: 'invalid-input', field: 'file', problem })

/** Saves a text where the person says; `path` is null when they changed their mind. */
export async function saveFile(
  files: Files,
  suggestedName: string,
  text: string,
): Promise<Result<{ readonly path: string | null }, AppError>> {
  try {
    const saved = await files.saveText(suggestedName, text)
    return saved.ok ? saved : err(notUsable(saved.error))
  } catch (fault) {
    return err(notUsable(String(fault)))
  }
}

/** The same for bytes, whose kind the name's ending gives. */
export async function saveBytes(
  files: Files,
  suggestedName: string,
  bytes: Uint8Array,
): Promise<Result<{ readonly path: string | null }, AppError>> {
  try {
    const saved = await files.saveBytes(suggestedName, bytes)
    return saved.ok ? saved : err(notUsable(saved.error))
  } catch (fault) {
    return err(notUsable(String(fault)))
  }
}

/** The file that a person picks, or null when they changed their mind. */
export async function openFile(
  files: Files,
): Promise<Result<{ readonly path: string; readonly text: string } | null, AppError>> {
  try {
    const opened = await files.openText()
    if (!opened.ok) return err(notUsable(opened.error))
    const { path, text } = opened.value
    return ok(path === null ? null : { path, text })
  } catch (fault) {
    return err(notUsable(String(fault)))
  }
}

/** What is wrong in a picked file, with its line. */
export const fileError = ({ line, field, problem }: FileProblem): AppError => ({
  kind: 'invalid-input',
  field: field === '' ? 'file' : field,
  problem,
  line,
})
