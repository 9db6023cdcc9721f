/** `GET /v3/ping`: whether the service and the operators behind it are well, by public practice. No key is asked for. */
import { found, type Reply } from '../answer.ts'

/** Training is never down by itself: faults say when it is. */
export const readPing = (): Reply =>
  found({
    api: 'ok',
    operators: { mobilis: 'up', ooredoo: 'up', djezzy: 'up', mobilisFixedPlans: 'up' },
  })
