/** The account: its key and its balance on the platform, its key record at bill payment. */
import { dinarsOf } from '#shared/money.ts'
import { found, type Reply } from '../answer.ts'
import type { Call } from '../call.ts'
import { environmentWord } from '../keys.ts'
import { readBalance } from '../stock.ts'

const USERNAME = '0550000000'
const PARTNER_ACCOUNT_ID = 'training-account'

const keyType = ({ holder }: Call) => environmentWord[holder.environment]

/** GET /v3/validate on the platform: service-api.md, "Platform key record". */
export function readPlatformKey(call: Call): Reply {
  const { key, scope, environment, isEnabled } = call.holder
  const allowedips = call.whitelist[environment]
  return found({
    username: USERNAME,
    apiKey: { key, isEnabled, type: keyType(call), allowedips, scope },
  })
}

/** GET /v3/account/balance: dinars. */
export const readAccountBalance = ({ store, holder }: Call): Reply =>
  found({ balance: dinarsOf(readBalance(store, holder.environment)) })

/** GET /v3/validate at bill payment: service-api.md, "Bill payment key record". No scope, no balance. */
export const readBillKey = (call: Call): Reply =>
  found({
    account: { id: PARTNER_ACCOUNT_ID, status: 'ACTIVE', currency: 'DZD' },
    key: { type: keyType(call) },
  })
