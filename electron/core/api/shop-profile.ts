/**
 * The shop's own API profile, `<dataDir>/api-profile.json`: read when an account is opened, and put there by a person or by a
 * set-up file (setup.ts). What is wrong with it is said with its file and line, and is never answered by falling back on
 * the built-in one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#shared/result.ts'
import { codeOf } from '../error-code.ts'
import { type ApiProfile, readApiProfile } from './profile.ts'

export const shopProfilePath = (dataDir: string): string => join(dataDir, 'api-profile.json')

/** The profile, or undefined where the shop has none of its own. The error is a sentence for whoever wrote the file. */
export function readShopProfile(dataDir: string): Result<ApiProfile | undefined, string> {
  const path = shopProfilePath(dataDir)
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
