/** The services on sale, in the order of their tabs, each with the key that opens it. */

export const services = ['mobile', 'internet'] as const
export type Service = (typeof services)[number]

/** What the counter opens with. */
export const firstService: Service = 'internet'

export const keyOfService: Readonly<Record<Service, string>> = { mobile: 'F1', internet: 'F2' }
