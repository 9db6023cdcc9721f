/** One good call of each endpoint of the account, with a good answer to it. */
import { answerWith, nothing, page, pageValue, type Rows } from './row.ts'

const keyData = {
  username: '0550',
  apiKey: { key: 'x', isEnabled: true, type: 'SANDBOX', allowedips: [], scope: 'READ-WRITE' },
}

const movement = {
  _id: 'm1',
  type: 'FLEXY',
  operation: 'OUT',
  amount: 96,
  oldBalance: 1000,
  newBalance: 904,
  objid: 't1',
  note: null,
  time: '2026-10-05T08:00:00.000Z',
}

export const accountRequests = {
  validateKey: {
    ...nothing,
    ask: (client) => client.validateKey(),
    line: 'GET /v3/validate',
    answer: answerWith(keyData),
    value: {
      username: '0550',
      keyType: 'SANDBOX',
      scope: 'READ-WRITE',
      isEnabled: true,
      allowedAddresses: [],
    },
    broken: answerWith({ ...keyData, apiKey: { ...keyData.apiKey, type: 'TEST' } }),
  },
  readBalance: {
    ...nothing,
    ask: (client) => client.readBalance(),
    line: 'GET /v3/account/balance',
    answer: answerWith({ balance: 1200.5 }),
    value: { amountCentimes: 120_050 },
    broken: answerWith({ balance: '1200.5' }),
  },
  listAccountTransactions: {
    ask: (client) => client.listAccountTransactions({ page: 1, pageSize: 50 }),
    line: 'GET /v3/account/transactions?page=1&pageSize=50',
    body: '',
    answer: page(movement),
    value: pageValue({
      id: 'm1',
      type: 'FLEXY',
      operation: 'OUT',
      amountCentimes: 9_600,
      oldBalanceCentimes: 100_000,
      newBalanceCentimes: 90_400,
      objectId: 't1',
      note: null,
      atMs: Date.UTC(2026, 9, 5, 8),
    }),
    broken: answerWith({ items: [movement] }),
    astray: page(movement, { page: 2 }),
  },
  ping: {
    ...nothing,
    ask: (client) => client.ping(),
    line: 'GET /v3/ping',
    answer: answerWith({ api: 'ok', operators: { mobilis: 'up', djezzy: 'down', ooredoo: 'resting' } }),
    value: {
      isApiUp: true,
      operators: new Map([
        ['mobilis', true],
        ['djezzy', false],
      ]),
    },
    broken: answerWith({ api: 'fine', operators: {} }),
  },
} as const satisfies Rows
