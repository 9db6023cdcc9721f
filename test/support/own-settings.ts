/** Settings of which every one that a file can lose differs from its default. */
import { centimes } from '#shared/money.ts'
import { emptyShop } from '#shared/shop.ts'
import type { Settings } from '#shared/views.ts'

export const ownSettings: Settings = {
  ...{ locale: 'ar', theme: 'dark', lowBalanceCentimes: centimes(500_000) },
  slip: {
    language: 'both',
    widthMm: 58,
    isShort: true,
    isSigned: true,
    isProven: true,
    claimDays: 30,
    stampDuty: true,
  },
  shop: { ...emptyShop, name: 'تعبئة «القبة»', address: ['3, rue Didouche'], footer: 'شكرا' },
  ...{ autoPrint: 'fulfilled', printer: null, withoutPrinter: true },
  sharedKey: true,
  favourites: [
    { kind: 'bill', partner: 'SEAAL' },
    { kind: 'internet', type: 'ADSL', valueCentimes: centimes(100_000) },
  ],
  recentsAfterMs: 1_790_000_000_000,
  desktopNotifications: false,
  tourDone: true,
  customerDisplay: 'window',
  customerDisplayLanguage: 'counter',
  fullScreen: true,
  lookForUpdates: false,
  badLine: true,
  till: {
    shifts: true,
    printZ: true,
    lockAfterMinutes: 5,
    strip: true,
    blindClose: false,
    limits: {
      saleCentimes: centimes(500_000),
      hourCentimes: centimes(9_000_000),
      refundCentimes: null,
      differenceCentimes: centimes(0),
    },
  },
  carnet: { isOn: true, limitCentimes: centimes(200_000), saleLimitCentimes: centimes(100_000) },
}
