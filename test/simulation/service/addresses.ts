/** Where the simulated service is: addresses that nothing listens at, because nothing is ever sent to them. */
export const baseUrl = 'http://127.0.0.1:1001'
export const billUrl = 'http://127.0.0.1:1002'
