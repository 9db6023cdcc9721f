/**
 * The shop's own API profile, `<dataDir>/api-profile.json`: read once at the start, never written. What is wrong with it is
 * said with its file and line, and is never answered by falling back on the built-in one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../error-code.ts'
import { type ApiProfile, readApiProfile } from './profile.ts'

/** The profile, or undefined where the shop has none of its own. The error is a sentence for whoever wrote the file. */
export function readShopProfile(dataDir: string): Result<ApiProfile | undefined, string> {
  const path = join(dataDir, 'api-profile.json')
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    const code = codeOf(fault)
    return code === 'ENOENT' ? ok(undefined) : err(`${path}: ${code ?? 'cannot be read'}`)
  }
  const profile = readApiProfile(text)
  if (profile.ok) return profile
  const { line, field, problem } = profile.error
  return err(`${path}:${line}: ${field === '' ? problem : `${field}: ${problem}`}`)
}
