/** The bill host's own account record and its map of billers (service-api.md, "Bill payment key record", "GET /v3/partners"). */
import * as z from 'zod'
import { eachBiller, isBillPartner, type PartnerStatus, partnerStatuses } from '#shared/products/bill.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { successOf, text } from '../../api/envelope.ts'
import { readBy } from '../../api/reading.ts'
import type { BillKeyRecord, PartnerMap } from './records.ts'

const nothing = z.strictObject({})
type Nothing = z.infer<typeof nothing>

const keyType = z.enum(['SANDBOX', 'PRODUCTION'])

const documented = z
  .object({
    account: z.object({ id: text, status: text, currency: z.literal('DZD') }),
    key: z.object({ type: keyType }),
  })
  .transform(
    ({ account, key }): BillKeyRecord => ({
      keyType: key.type,
      isActive: account.status === 'ACTIVE',
      accountId: account.id,
    }),
  )

/** The platform's shape, which some answer here as well. */
const practised = z
  .object({ apiKey: z.object({ type: keyType, isEnabled: z.boolean() }) })
  .transform(
    ({ apiKey }): BillKeyRecord => ({ keyType: apiKey.type, isActive: apiKey.isEnabled, accountId: null }),
  )

export const validateBillKey: Endpoint<Nothing, BillKeyRecord> = {
  name: 'validateBillKey',
  host: 'bills',
  method: 'GET',
  path: '/v3/validate',
  class: 'read',
  request: nothing,
  answers: { 200: successOf(z.union([documented, practised])) },
  provesKey: ({ keyType }) => ({ keyType, username: null }),
}

const entry = z.object({ status: z.enum(partnerStatuses) })

/** A map without a single biller that is known is no map. */
const partnerMap = z
  .record(z.string(), z.unknown())
  .refine((billers) => Object.keys(billers).some((name) => isBillPartner(name.normalize('NFC'))))
  .transform((billers): PartnerMap => {
    const statuses = new Map<string, PartnerStatus>(
      Object.entries(billers).map(([name, value]) => [
        name.normalize('NFC'),
        readBy(entry, value).data?.status ?? 'UNAVAILABLE',
      ]),
    )
    return eachBiller((partner) => statuses.get(partner) ?? 'UNAVAILABLE')
  })

export const listBillPartners: Endpoint<Nothing, PartnerMap> = {
  name: 'listBillPartners',
  host: 'bills',
  method: 'GET',
  path: { profile: 'billPartners' },
  class: 'read',
  request: nothing,
  answers: { 200: successOf(partnerMap) },
}
