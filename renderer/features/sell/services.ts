/** The services on sale, in the order of their tabs, each with the key that opens it. */

export const services = ['internet'] as const
export type Service = (typeof services)[number]

export const keyOfService: Readonly<Record<Service, string>> = { internet: 'F2' }
