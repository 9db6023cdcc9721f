/**
 * Settings that leave the counter in a file and come back from one, on this machine or another. Invariant: a file with
 * anything wrong in it changes nothing at all.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { fileError, openFile, saveFile } from './picked-file.ts'
import type { Files } from './ports.ts'
import type { SettingsFile } from './settings.ts'

const SUGGESTED_NAME = 'comptoir-settings.json'

/** Saves the settings where the person says. The file holds what the schema of settings names, and so no secret. */
export const exportSettings = (
  settings: SettingsFile,
  files: Files,
): Promise<Result<CommandOutput<'settings.export'>, AppError>> =>
  saveFile(files, SUGGESTED_NAME, settings.exportText())

/**
 * Takes the settings of a file that the person picks; one that the file does not name stays as it is. `invalid-input` names
 * the line and field that are wrong, or the notice of a settings file that is not written over.
 */
export async function importSettings(
  settings: SettingsFile,
  files: Files,
): Promise<Result<CommandOutput<'settings.import'>, AppError>> {
  const picked = await openFile(files)
  if (!picked.ok) return picked
  if (picked.value === null) return ok({ path: null, settings: settings.read() })
  const told = settings.readText(picked.value.text)
  if (!told.ok) return err(fileError(told.error))
  const updated = settings.update(told.value)
  if (!updated.ok) return err({ kind: 'invalid-input', field: 'settings', problem: updated.error })
  return ok({ path: picked.value.path, settings: updated.value })
}
