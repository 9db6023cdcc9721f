/** The shop's header while it is typed, and the one that the core has, side by side. Pure. */
import type { Shop } from '#shared/shop.ts'

/** Registre du commerce, numéros d'identification fiscale et statistique, article d'imposition. */
export const identifiers = ['rc', 'nif', 'nis', 'ai'] as const

const fields = ['name', 'address', 'phones', ...identifiers, 'logo', 'footer'] as const

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * What is in the fields once the core tells another header: an earlier save may be told of while the next field is typed
 * already. A field that differs from `before`, the header that was told last, is the person's own and stays.
 */
export function takeOver(typed: Shop, before: Shop, told: Shop): Shop {
  const own = fields.filter((field) => !isSame(typed[field], before[field]))
  return { ...told, ...Object.fromEntries(own.map((field) => [field, typed[field]])) }
}

/** Without blanks around, and without the empty lines that are left while somebody types. */
export function tidy(shop: Shop): Shop {
  const lines = (given: readonly string[]) => given.map((line) => line.trim()).filter((line) => line !== '')
  const trimmed = [...identifiers, 'name', 'footer'] as const
  return {
    ...shop,
    ...Object.fromEntries(trimmed.map((field) => [field, shop[field].trim()])),
    address: lines(shop.address),
    phones: lines(shop.phones),
  }
}

/** Whether there is something to save. */
export const differs = (shop: Shop, kept: Shop): boolean => !isSame(tidy(shop), kept)
