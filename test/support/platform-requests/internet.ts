/** One good call of each endpoint of internet cards, with a good answer to it. */
import { answerWith, nothing, type Rows, ref, strangeRef } from './row.ts'

const products = { type: 'ADSL', products: [{ cost: 965, value: 1000, available: true }] }
const internetRecord = {
  _id: 't1',
  ref,
  status: 'FULFILLED',
  number: '023456789',
  value: 1000,
  card_code: '12345678901234',
  num_trans: 'N1',
}
const internetValue = {
  topupId: 't1',
  status: 'FULFILLED',
  cardTail: '1234',
  transactionNumber: 'N1',
  ref,
  number: '023456789',
  valueCentimes: 100_000,
}

export const internetRequests = {
  listInternetProducts: {
    ...nothing,
    ask: (client) => client.listInternetProducts('ADSL'),
    line: 'GET /v3/internet/products?type=ADSL',
    answer: answerWith(products),
    value: [{ valueCentimes: 100_000, costCentimes: 96_500, available: true }],
    broken: answerWith({ ...products, products: [{ cost: 965, value: 0, available: true }] }),
  },
  checkInternetNumber: {
    ...nothing,
    ask: (client) => client.checkInternetNumber({ type: 'ADSL', number: '023456789' }),
    line: 'GET /v3/internet/check-number?type=ADSL&number=023456789',
    answer: answerWith({ ncli: '12***89', offre: 'IDOOM', type: 'ADSL' }),
    value: { customerNumber: '12***89', offer: 'IDOOM' },
    broken: answerWith({ offre: 'IDOOM', type: 'ADSL' }),
  },
  sendInternet: {
    ask: (client) => client.sendInternet({ type: 'ADSL', number: '023456789', value: 1000, ref }),
    line: 'POST /v3/internet/send',
    body: `{"type":"ADSL","number":"023456789","value":1000,"ref":"${ref}"}`,
    answer: answerWith({ topupId: 't1', topupRef: ref }),
    value: { topupId: 't1', topupRef: ref },
    broken: answerWith({ topupRef: ref }),
    astray: answerWith({ topupId: 't1', topupRef: strangeRef }),
  },
  findInternetByRef: {
    ask: (client) => client.findInternetByRef(ref),
    line: `GET /v3/internet/check-ref/${ref}`,
    body: '',
    answer: answerWith(internetRecord),
    value: internetValue,
    broken: answerWith({ ...internetRecord, status: null }),
    astray: answerWith({ ...internetRecord, ref: strangeRef }),
  },
  findInternetById: {
    ask: (client) => client.findInternetById('t1'),
    line: 'GET /v3/internet/check-id/t1',
    body: '',
    answer: answerWith(internetRecord),
    value: internetValue,
    broken: answerWith({ ...internetRecord, status: null }),
    astray: answerWith({ ...internetRecord, _id: 't2' }),
  },
} as const satisfies Rows
