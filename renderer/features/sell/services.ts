/** The services on sale, in the order of their tabs, each with the key that opens it. */

export const services = ['mobile', 'internet', 'gift-card', 'bill', 'payment-link'] as const
export type Service = (typeof services)[number]

/** What the counter opens with. */
export const firstService: Service = 'internet'

export const keyOfService: Readonly<Record<Service, string>> = {
  mobile: 'F1',
  internet: 'F2',
  'gift-card': 'F3',
  bill: 'F4',
  'payment-link': 'F5',
}
