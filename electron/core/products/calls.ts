/** What is asked of the service for each kind of sale, as typed calls. */
import type { Call } from '../api/call.ts'
import { billCalls } from './bill/endpoints.ts'
import { giftCardCalls } from './gift-card/endpoints.ts'
import { internetCalls } from './internet/endpoints.ts'
import { mobileCalls } from './mobile/endpoints.ts'

export const productCalls = (call: Call) => ({
  ...internetCalls(call),
  ...mobileCalls(call),
  ...giftCardCalls(call),
  ...billCalls(call),
})
