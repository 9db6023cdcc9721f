/** Every method of the platform with one good call of it: a method without a row does not compile. */
import { accountRequests } from './account.ts'
import { giftCardsRequests } from './gift-cards.ts'
import { internetRequests } from './internet.ts'
import { mobileRequests } from './mobile.ts'
import { paymentLinksRequests } from './payment-links.ts'
import type { PlatformCalls, PlatformRequest } from './row.ts'

export const platformRequests: Readonly<Record<keyof PlatformCalls, PlatformRequest>> = {
  ...accountRequests,
  ...internetRequests,
  ...mobileRequests,
  ...giftCardsRequests,
  ...paymentLinksRequests,
}

export const platformMethods = Object.keys(platformRequests) as readonly (keyof PlatformCalls)[]
