/** Plans of one operator as the core answers them: one that takes an amount, one of its own amount, one that lists offers. */

import { centimes } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/products/mobile.ts'

const mobilis = {
  ...({ operatorName: 'Mobilis', operator: 'Mobilis', isWholesale: false } as const),
  ...{ isEnabled: true, costMillionths: null },
}
export const prepaid = {
  ...({ ...mobilis, kind: 'dynamic', code: 'PREPAID', name: 'Prépayé', wholeDinars: false } as const),
  ...{ minCentimes: centimes(5_000), maxCentimes: centimes(500_000) },
} satisfies MobilePlanView
export const pixx = {
  ...({ ...mobilis, kind: 'fixed', code: 'PIXX', name: 'PixX', amountCentimes: centimes(50_000) } as const),
} satisfies MobilePlanView
export const menu = {
  ...mobilis,
  kind: 'menu',
  code: 'GETMENU',
  name: 'Offres',
} as const satisfies MobilePlanView
