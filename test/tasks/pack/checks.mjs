/** The checks that come before anything is packed. */
import { projectEnv, runProgram } from '../child.mjs'

const checks = ['types', 'lint', 'tidy', 'licences', 'audit']

/**
 * Runs them one after the other, by npm; a registry that says nothing is a fault of the last. 0 where all pass, else what the first
 * that does not ended with.
 */
export async function runChecks(say, npm = process.platform === 'win32' ? 'npm.cmd' : 'npm') {
  for (const check of checks) {
    const more = check === 'audit' ? ['--', '--must-answer'] : []
    const args = ['run', '--silent', `check:${check}`, ...more]
    const code = await runProgram(npm, args, { env: projectEnv(), shell: npm.endsWith('.cmd') })
    if (code === 0) continue
    say(`check:${check} ended with ${code}: nothing is packed`)
    return code
  }
  return 0
}
