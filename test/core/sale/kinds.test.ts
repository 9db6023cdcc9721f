/** What each kind of sale makes of the service's records: what they say, and what shows that they are not ours. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import type { Look, Way } from '#core/products/kind.ts'
import { kindOf } from '#core/products/kinds.ts'
import { createMatchContext } from '#core/sale/match-context.ts'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { clientFor } from '../../support/api-client.ts'
import { openWhole } from '../../support/journal.ts'
import { orderOf, transactionOf } from '../../support/journal-entries.ts'
import { always, startRawService } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'
import { storedSale } from '../../support/stored-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

/** Looks at a sale, known to the service as `order-1`, while the service answers everything with this. */
async function lookAt(
  kind: OrderKind,
  way: Way,
  data: object,
  more: Partial<StoredSale> = {},
): Promise<Look> {
  const service = await startRawService(always(200, JSON.stringify({ success: true, data })))
  const client = clientFor(service.baseUrl)
  onTestFinished(async () => {
    await client.close()
    await service.close()
  })
  const sale = storedSale(kind, { state: 'following', serviceId: 'order-1', ...more })
  const seal = (of: string, text: string) => `sealed for ${of}: ${text}`
  return kindOf(sale).look(
    sale,
    way,
    createMatchContext({
      journal: openWhole(temporaryFolder()),
      client,
      addressOf: () => undefined,
      seal,
      mayBeShared: () => false,
      showsOthers: () => false,
      lossToAnswer: () => undefined,
      onForeign: () => undefined,
    }),
  )
}

/** What the order that was found states, without its empty details. */
async function foundBy(...asked: Parameters<typeof lookAt>): Promise<object> {
  const look = await lookAt(...asked)
  if (look.kind !== 'found') throw new Error(`not found: ${JSON.stringify(look)}`)
  const { details, ...order } = look.order
  const said = Object.entries(details).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return { ...order, details: Object.fromEntries(said) }
}

const contradictionIn = async (...asked: Parameters<typeof lookAt>): Promise<unknown> => {
  const look = await lookAt(...asked)
  return look.kind === 'found' ? look.order.contradiction : look.kind
}

describe('an internet record', () => {
  const record = { topupId: 'order-1', status: 'FULFILLED', ref, number: '023456789', value: 1_000 }

  test('has the card’s tail and the number of the operation', async () => {
    const delivered = { ...record, card_code: '1234567890', num_trans: 'T-1' }
    expect(await foundBy('internet', 'by-id', delivered)).toEqual({
      ...{ status: 'FULFILLED', serviceId: 'order-1', contradiction: null },
      details: { cardTail: '7890', transactionNumber: 'T-1' },
    })
  })

  test.each([
    ['another ref', { ref: refNumber(2) }, 'ref', 'by-id'],
    ['another number', { number: '023456780' }, 'number', 'by-ref'],
    ['another value', { value: 500 }, 'value', 'by-ref'],
    ['another id and no ref', { topupId: 'order-2', ref: null }, 'serviceId', 'by-ref'],
    ['our ref and another id', { topupId: 'order-2' }, null, 'by-ref'],
    ['a line of another kind', { number: '213661234567' }, 'number', 'by-ref'],
    ['the number with its country code', { number: '+213 23 45 67 89' }, null, 'by-ref'],
    ['a masked number', { number: '023***789' }, null, 'by-ref'],
    ['nothing but its status', { ref: null, number: null, value: null, topupId: null }, null, 'by-ref'],
  ] as const)('with %s', async (_, more, field, way) => {
    expect(await contradictionIn('internet', way, { ...record, ...more })).toBe(field)
  })
})

describe('a mobile record', () => {
  const record = {
    ...{ _id: 'order-1', ref, plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123456' },
    ...{ topup_amount: 500, balance_amount: 481.25, status: 'FULFILLED' },
  }

  test('has its debit once it is delivered, and not before', async () => {
    expect(await foundBy('mobile', 'by-id', record)).toEqual({
      ...{ status: 'FULFILLED', serviceId: 'order-1', contradiction: null },
      details: { debitCentimes: centimes(48_125) },
    })
    expect(await foundBy('mobile', 'by-id', { ...record, status: 'HANDLING' })).toMatchObject({ details: {} })
  })

  test('that is refunded has the reason, and the plans that would have fitted', async () => {
    const offer = { typename: 'Facture', plan_code: 'FACTURE_DJEZZY', amount: 500 }
    const refunded = { ...record, status: 'REFUNDED', refund_message: 'لا', suggested_offers: [offer] }
    expect(await foundBy('mobile', 'by-ref', refunded)).toMatchObject({
      details: {
        refundMessage: 'لا',
        offers: [{ name: 'Facture', planCode: 'FACTURE_DJEZZY', amountCentimes: centimes(50_000) }],
      },
    })
  })

  test.each([
    ['another ref', { ref: refNumber(2) }, 'ref', 'by-id'],
    ['another number', { MSSIDN: '0770123457' }, 'number', 'by-ref'],
    ['another code of the plan', { plan_code: 'P-1' }, null, 'by-ref'],
    [
      'another code of the plan, and of nobody’s name',
      { plan_code: 'P-1', ref: null, _id: null },
      'planCode',
      'by-ref',
    ],
    ['another amount', { topup_amount: 600 }, 'amount', 'by-ref'],
    ['another id and no ref', { _id: 'order-2', ref: null }, 'no-answer', 'by-id'],
    ['another id and no ref, under our ref', { _id: 'order-2', ref: null }, null, 'by-ref'],
    ['a landline', { MSSIDN: '0230123456' }, 'number', 'by-ref'],
    ['the number with its country code', { MSSIDN: '213770123456' }, null, 'by-ref'],
    ['a masked number', { MSSIDN: '0770***456' }, null, 'by-ref'],
    ['a ref of the service’s own', { ref: 'T-77' }, null, 'by-ref'],
    ['such a ref, and another id', { ref: 'T-77', _id: 'order-2' }, null, 'by-ref'],
  ] as const)('with %s', async (_, more, field, way) => {
    expect(await contradictionIn('mobile', way, { ...record, ...more })).toBe(field)
  })

  test('of a menu plan may be of any amount', async () => {
    const { mobile } = orderOf(ref)
    const order = { ...mobile, planKind: 'menu', amountCentimes: centimes(0) } as const
    expect(await contradictionIn('mobile', 'by-ref', { ...record, topup_amount: 1 }, { order })).toBeNull()
  })
})

describe('a gift card order', () => {
  const record = {
    ...{ _id: 'order-1', product: 'steam', type: 'steam-10', quantity: 3, price_per_card: 2_400 },
    ...{ fulfilled_quantity: 2, fulfilled_amount: 4_800, status: 'PARTIALLY_FILLED' },
  }
  const cards = [
    { value: 'ABCD-EFGH-1234', serial: 'S-000-5678' },
    { value: '1234567', serial: null },
  ]

  test('keeps the cards sealed for their sale, and shows no more of them than their tails', async () => {
    const sealed = (code: string, serial: string | null) =>
      `sealed for ${ref}: ${JSON.stringify({ code, serial })}`
    expect(await foundBy('gift-card', 'by-id', { ...record, cards })).toEqual({
      ...{ status: 'PARTIALLY_FILLED', serviceId: 'order-1', contradiction: null },
      details: {
        deliveredCount: 2,
        debitCentimes: centimes(480_000),
        cards: [
          { codeTail: '1234', serialTail: '5678', sealed: sealed('ABCD-EFGH-1234', 'S-000-5678') },
          { codeTail: '', serialTail: null, sealed: sealed('1234567', null) },
        ],
      },
    })
  })

  test('without readable cards has all the rest', async () => {
    const odd = { ...record, status: 'FULFILLED', fulfilled_quantity: 3, cards: [{ pin: 1 }, 'x'] }
    expect(await foundBy('gift-card', 'by-id', odd)).toMatchObject({
      status: 'FULFILLED',
      details: { deliveredCount: 3 },
    })
  })

  test.each([
    ['another name of the product', { product: 'xbox' }, null],
    ['another name of the type', { type: 'steam-50' }, null],
    ['another quantity', { quantity: 2 }, 'quantity'],
    ['a price that changed', { price_per_card: 2_500 }, null],
  ] as const)('with %s', async (_, more, field) => {
    expect(await contradictionIn('gift-card', 'by-id', { ...record, ...more })).toBe(field)
  })
})

describe('a bill transaction', () => {
  const { bills } = orderOf(ref).bill
  const lines = bills.map(({ billId, amountCentimes }) => ({ billId, amount: amountCentimes / 100, fee: 20 }))
  const transaction = {
    ...{ transactionId: transactionOf(ref), ref, type: 'payment', status: 'PROCESSING', partner: 'ADE' },
    ...{ account: { reference: '1' }, currency: 'DZD', createdAt: null, updatedAt: null, completedAt: null },
    selectedBill: { ...lines[0], amount: 1_343.39, fee: 30 },
    selectedBills: lines,
    total: 1_373.39,
  }
  const { selectedBill: _bill, selectedBills: _bills, total: _total, ...unpaid } = transaction
  const discovery = { ...unpaid, type: 'discovery', status: 'READY', bills: lines }
  const look = (more: object) => lookAt('bill', 'by-id', { ...transaction, ...more })

  test('has the operation and the debit once it is paid', async () => {
    const paid = { ...transaction, status: 'SUCCESS', operationId: 'OP-1' }
    expect(await foundBy('bill', 'by-id', paid)).toEqual({
      ...{ status: 'SUCCESS', serviceId: transactionOf(ref), contradiction: null },
      details: { transactionNumber: 'OP-1', debitCentimes: centimes(137_339) },
    })
  })

  test.each(['FAILED', 'REFUNDED'])('that is %s has the code', async (status) => {
    const error = { code: 'PAYMENT_DECLINED', message: 'no' }
    expect(await foundBy('bill', 'by-id', { ...transaction, status, error })).toMatchObject({
      status,
      details: { errorCode: 'PAYMENT_DECLINED' },
    })
  })

  test.each([
    ['is still READY', discovery],
    ['is a discovery that failed', { ...discovery, status: 'FAILED', bills: undefined }],
  ])('that %s holds no payment', async (_, data) => {
    expect((await lookAt('bill', 'by-id', data)).kind).toBe('absent')
  })

  test('of other bills is not ours', async () => {
    const other = { ...transaction, selectedBill: { ...lines[0], fee: 30 }, selectedBills: [], total: 473.39 }
    expect(await contradictionIn('bill', 'by-id', other)).toBe('bills')
  })

  test('of bills by other names is ours if the amount is theirs', async () => {
    const renamed = lines.map((line) => ({ ...line, billId: `own-${line.billId}` }))
    const own = { ...transaction, selectedBill: { ...transaction.selectedBill, billId: renamed[0]?.billId } }
    expect(await contradictionIn('bill', 'by-id', { ...own, selectedBills: renamed })).toBeNull()
  })

  test('whose figures cannot be used keeps its status', async () => {
    expect(await look({ total: 'much', status: 'SUCCESS' })).toMatchObject({
      order: { status: 'SUCCESS', contradiction: null, details: { debitCentimes: null } },
    })
  })
})
