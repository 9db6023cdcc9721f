/** The owner's PIN for one act, and a PIN as it is typed. */
import { describe, expect, test } from 'vitest'
import type { CommandName } from '#shared/ipc/commands.ts'
import type { Client } from '../../renderer/client.ts'
import { createApprovals } from '../../renderer/features/people/approval.ts'
import { isWholePin, pinDigits, waitOf } from '../../renderer/features/people/pin-form.tsx'
import { createTranslator } from '../../renderer/i18n.ts'

const needsOwner = { ok: false, error: { kind: 'till', problem: 'needs-owner' } } as const

/** A core that refuses an act until an owner has approved of it, and keeps what it was asked. */
function guarded(pin: string) {
  const asked: { readonly name: CommandName; readonly input: unknown }[] = []
  let approved: string | null = null
  const command = async (name: CommandName, input: unknown) => {
    asked.push({ name, input })
    if (name === 'people.approve') {
      const given = input as { readonly pin: string; readonly command: string; readonly input: unknown }
      if (given.pin !== pin) return { ok: false, error: { kind: 'till', problem: 'pin-wrong' } }
      approved = JSON.stringify([given.command, given.input])
      return { ok: true, value: {} }
    }
    const isApproved = approved === JSON.stringify([name, input])
    approved = null
    return isApproved ? { ok: true, value: { reports: [] } } : needsOwner
  }
  const client = { command, onEvent: () => () => undefined } as unknown as Client
  return { asked, approvals: createApprovals(client) }
}

describe('an act that needs the owner', () => {
  test('waits for the PIN, and is sent again as it was once the PIN is right', async () => {
    const { asked, approvals } = guarded('4826')
    const answer = approvals.client.command('till.z-list', { before: 7 })
    await expect.poll(() => approvals.store.getState().waiting?.command).toBe('till.z-list')
    expect(await approvals.approve('owner', '1111')).toMatchObject({ problem: 'pin-wrong' })
    expect(approvals.store.getState().waiting).not.toBeNull()
    expect(await approvals.approve('owner', '4826')).toBeNull()
    expect(await answer).toEqual({ ok: true, value: { reports: [] } })
    expect(approvals.store.getState().waiting).toBeNull()
    expect(asked.map(({ name }) => name)).toEqual([
      ...(['till.z-list', 'people.approve', 'people.approve', 'till.z-list'] as const),
    ])
    expect(asked.at(-1)?.input).toEqual({ before: 7 })
  })

  test('is refused if the owner refuses, or if another one waits already', async () => {
    const { approvals } = guarded('4826')
    const first = approvals.client.command('till.z-list', {})
    await expect.poll(() => approvals.store.getState().waiting).not.toBeNull()
    expect(await approvals.client.command('till.x-report', {})).toEqual(needsOwner)
    approvals.refuse()
    expect(await first).toEqual(needsOwner)
    expect(await approvals.approve('owner', '4826')).toBeNull()
  })

  test('is approved once: the next one waits again', async () => {
    const { approvals } = guarded('4826')
    const first = approvals.client.command('till.z-list', {})
    await expect.poll(() => approvals.store.getState().waiting).not.toBeNull()
    await approvals.approve('owner', '4826')
    expect((await first).ok).toBe(true)
    const second = approvals.client.command('till.z-list', {})
    await expect.poll(() => approvals.store.getState().waiting).not.toBeNull()
    approvals.refuse()
    expect((await second).ok).toBe(false)
  })
})

describe('a PIN', () => {
  test('is digits of any keyboard, twelve at the most', () => {
    expect(pinDigits('٤٨٢٦')).toBe('4826')
    expect(pinDigits('۴a8 2-6')).toBe('4826')
    expect(pinDigits('1234567890123')).toBe('123456789012')
  })

  test('is whole from four digits on', () => {
    expect(['', '123', '1234', '123456789012'].map(isWholePin)).toEqual([false, false, true, true])
  })

  test.each([
    ['fr', 480_000, 'Trop de codes faux. Réessayez dans 8 min.'],
    ['fr', 421_000, 'Trop de codes faux. Réessayez dans 8 min.'],
    ['fr', 59_001, 'Trop de codes faux. Réessayez dans 1 min.'],
    ['fr', 39_001, 'Trop de codes faux. Réessayez dans 40 s.'],
    ['fr', -5, 'Trop de codes faux. Réessayez dans 0 s.'],
    ['en', 480_000, 'Too many wrong PINs. Try again in 8 min.'],
    ['en', 40_000, 'Too many wrong PINs. Try again in 40 s.'],
    ['ar', 480_000, 'محاولات خاطئة كثيرة. أعد المحاولة بعد 8 دقائق.'],
    ['ar', 120_000, 'محاولات خاطئة كثيرة. أعد المحاولة بعد دقيقتين.'],
    ['ar', 40_000, 'محاولات خاطئة كثيرة. أعد المحاولة بعد 40 ثانية.'],
  ] as const)('in %s waits %i ms in words: %s', (locale, leftMs, said) => {
    const { unit, count } = waitOf(leftMs)
    expect(createTranslator(locale).text(`people.wait.${unit}`, { count })).toBe(said)
  })
})
