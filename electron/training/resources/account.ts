/** The account: its key and its balance on the platform, its key record at bill payment. */
import { dinarsOf } from '#shared/money.ts'
import { found, type Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { lagMs } from '../behaviour/times.ts'
import { balanceAt } from '../books.ts'
import type { Call } from '../call.ts'
import { environmentWord } from '../keys.ts'
import { digitsFrom } from '../made-up.ts'
import { readBalance } from '../stock.ts'

const USERNAME = '0550000000'
const PARTNER_ACCOUNT_ID = 'training-account'

const keyType = ({ holder }: Call) => environmentWord[holder.environment]

const userNames: Readonly<Record<Behaviour['userName'], string>> = {
  national: USERNAME,
  international: USERNAME.replace(/^0/, '+213'),
}

/** What the document calls the key identifier need not be the key. */
const identifiers: Readonly<Record<Behaviour['keyIdentifier'], (key: string) => string>> = {
  key: (key) => key,
  masked: (key) => `${key.slice(0, 4)}****${key.slice(-4)}`,
  own: (key) => `key-${digitsFrom(key, 8)}`,
}

/** GET /v3/validate on the platform: service-api.md, "Platform key record". */
export function readPlatformKey(call: Call): Reply {
  const { scope, environment, isEnabled } = call.holder
  const { userName, keyIdentifier } = call.behaviour
  const key = identifiers[keyIdentifier](call.holder.key)
  const allowedips = call.whitelist[environment]
  return found({
    username: userNames[userName],
    apiKey: { key, isEnabled, type: keyType(call), allowedips, scope },
  })
}

/** GET /v3/account/balance: dinars. */
export function readAccountBalance({ store, holder, behaviour, nowMs }: Call): Reply {
  const ageMs = lagMs[behaviour.balanceAge]
  const balance =
    ageMs === 0 ? readBalance(store, holder.environment) : balanceAt(store, holder.environment, nowMs - ageMs)
  return found({ balance: dinarsOf(balance) })
}

/** GET /v3/validate at bill payment: service-api.md, "Bill payment key record". No scope, no balance. */
export const readBillKey = (call: Call): Reply =>
  found({
    account: { id: PARTNER_ACCOUNT_ID, status: 'ACTIVE', currency: 'DZD' },
    key: { type: keyType(call) },
  })
