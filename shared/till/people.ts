/** Who works at the counter: the owner and the cashiers. */

export const roles = ['owner', 'cashier'] as const
export type Role = (typeof roles)[number]
