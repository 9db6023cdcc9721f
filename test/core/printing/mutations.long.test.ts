/** Each fault that is put into the way to a printer is noticed by slips by lot; without one they are reported as they are. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../../tidy/sources.ts'
import { mutations } from './mutations.ts'

const play = (...more: readonly string[]) => {
  const args = ['test/tasks/slip-jobs.ts', '--jobs', '120', '--counters', '40', '--speed', '20', ...more]
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
}

test.for(mutations)('$name is noticed', ({ name }) => {
  const { status, stderr } = play('--mutate', name)
  expect(stderr).toBe('')
  expect(status).toBe(1)
})

test('a name that no mutation has is refused', () => {
  expect(play('--mutate', 'none-of-ours')).toMatchObject({ status: 2, stdout: '' })
})
