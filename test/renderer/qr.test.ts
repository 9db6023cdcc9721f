/** The pay address as a QR code: read back, module by module, from what is drawn. */
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrOf } from '../../renderer/features/payment-link/status-step.tsx'

/** Four light modules stand around the code: readers need them. */
const quietModules = 4
const address = 'https://pay.example.dz/l/ABCD-123456-7890'

/** The dark modules that the path fills. */
function modulesOf({ size, path }: { readonly size: number; readonly path: string }): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let place = 0; place < Number(width); place += 1) {
      const row = grid[Number(y)]
      if (row) row[Number(x) + place] = true
    }
  return grid
}

test.each([address, `${address}?${'x'.repeat(400)}`, 'ع'.repeat(40)])(
  '%s is drawn as it is encoded',
  (text) => {
    const drawing = qrOf(text)
    expect(drawing).not.toBeNull()
    if (drawing === null) return
    expect(drawing.path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/g, '')).toBe('')
    expect(modulesOf(drawing)).toEqual(encode(text, { ecc: 'M', border: quietModules }).data)
  },
)

test('an address that no code holds is not drawn', () => {
  expect(qrOf('x'.repeat(3_000))).toBeNull()
})
