/**
 * The billers, by the exact values that the service knows them by (service-api.md, "POST /v3/bills/discover"): accents
 * included, capitals as they stand.
 */
export const billPartners = ['ADE', 'SONELGAZ', 'SEAAL', 'AADL', 'Algérie Télécom'] as const
export type BillPartner = (typeof billPartners)[number]

export const partnerStatuses = ['ACTIVE', 'UNAVAILABLE'] as const
export type PartnerStatus = (typeof partnerStatuses)[number]

/**
 * The key that carries the identifier in a transaction ("Account key in a transaction, per partner"). The document
 * names a further biller, facture, which no request may ask for.
 */
export const transactionAccountKeys = {
  ADE: 'reference',
  SONELGAZ: 'contractNumber',
  SEAAL: 'codeClient',
  AADL: 'codeloc',
  facture: 'facture',
  'Algérie Télécom': 'phoneNumber',
} as const satisfies Readonly<Record<BillPartner | 'facture', string>>

export const isBillPartner = (value: unknown): value is BillPartner =>
  billPartners.some((partner) => partner === value)
