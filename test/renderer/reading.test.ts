/** What each service makes of a typed text. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { flows, type Service, services } from '../../renderer/features/sell/services.ts'
import { catalog, orders } from '../screens/views.ts'

/** Each thing that a text may become, in the order of the services: service, what it is, how sure. */
function readingsOf(text: string): readonly string[] {
  const known: Partial<Record<Service, unknown>> = { 'gift-card': catalog }
  return services.flatMap((service) => {
    const { read } = flows[service].reader as { read: (typeof flows)['mobile']['reader']['read'] }
    return read(text, known[service]).map(({ id, fit }) => `${service} ${id} ${fit}`)
  })
}

const usual = ['100', '200', '500', '1000', '2000']
const amounts = usual.map((amount) => `mobile ${amount} whole`)
const amountsAhead = usual.map((amount) => `mobile ${amount} ahead`)

describe('a mobile number', () => {
  test.each(['0661234567', '0661 23 45 67', '+213 661 23 45 67', '00213661234567'])(
    '%s is a top-up of its operator, and perhaps a 4G line',
    (text) => {
      const [first, ...others] = readingsOf(text)
      expect(first).toBe('mobile plans whole')
      expect(others.slice(0, amounts.length)).toEqual(amounts)
      expect(others.slice(amounts.length)).toEqual(['internet 4G possible'])
    },
  )

  test.each([
    ['0661234567 500', '500'],
    ['0661 23 45 67 500', '500'],
    ['0770123456 1 000', '1000'],
    ['0550123456 250,50', '250,50'],
    ['0550123456 250.50', '250,50'],
  ])('%s is a whole sale', (text, amount) => {
    expect(readingsOf(text)[0]).toBe(`mobile ${amount} whole`)
  })

  test.each(['06612345678', '0661234567 0', '0661234567 1,2,3', '0861234567', '06612345678 500'])(
    '%s is none',
    (text) => {
      expect(readingsOf(text).filter((one) => one.startsWith('mobile'))).toEqual([])
    },
  )

  test.each(['05', '0661', '066123456', '+2137', '00213 66'])('%s is the beginning of one', (text) => {
    expect(readingsOf(text)).toEqual(['mobile begun begun', ...amountsAhead])
  })

  test.each(['0', '08', '+21'])('%s has no operator yet', (text) => {
    expect(readingsOf(text)).toEqual([])
  })

  test('has its operator by the prefix', () => {
    const operatorOf = (text: string) => flows.mobile.reader.read(text, undefined)[0]?.take.operator
    expect(['05', '0661', '0770123456'].map(operatorOf)).toEqual(['Ooredoo', 'Mobilis', 'Djezzy'])
  })
})

describe('a number of a line', () => {
  test('is an internet card first, and perhaps its bill', () => {
    expect(readingsOf('023 45 67 89')).toEqual(['internet ADSL whole', 'bill Algérie Télécom possible'])
    expect(readingsOf('0213')).toEqual(['internet begun begun'])
  })

  test('of nine digits from 06 is neither: a digit is missing', () => {
    expect(readingsOf('066123456')).toEqual(['mobile begun begun', ...amountsAhead])
  })

  test('with the code of the country is a 4G line, but for mobiles', () => {
    expect(readingsOf('213300000001')).toContain('internet 4G whole')
    expect(readingsOf('213661234567')).toContain('internet 4G possible')
  })
})

describe('a bill', () => {
  test('is known by a payment key: of several billers a person says which', () => {
    const key = '1'.repeat(20)
    const billers = readingsOf(key)
    expect(billers.length).toBeGreaterThan(1)
    for (const one of billers) expect(one).toMatch(/^bill .* possible$/)
  })

  test.each([
    ['son', 'SONELGAZ'],
    ['سونل', 'SONELGAZ'],
    ['telecom', 'Algérie Télécom'],
    ['eau', 'SEAAL'],
    ['عدل', 'AADL'],
  ])('%s is the name of %s', (text, partner) => {
    expect(readingsOf(text)).toContain(`bill ${partner} found`)
  })

  test('of plain digits may be of each biller that has references', () => {
    const billers = readingsOf('123456789012')
    expect(billers).toContain('bill SONELGAZ possible')
    expect(billers).not.toContain('bill Algérie Télécom possible')
  })
})

test('a card is found by its name, the best first, and by no digit', () => {
  const { title, productId } = catalog.categories[0]?.products[0] ?? { title: '', productId: '' }
  expect(readingsOf(title)[0]).toMatch(new RegExp(`^gift-card ${productId} `))
  expect(readingsOf('5')).toEqual([])
})

test('a payment link is known by its reference, alone or in an address', () => {
  expect(readingsOf('ABCD-123456-7890')).toEqual(['payment-link ABCD-123456-7890 whole'])
  expect(readingsOf('https://pay.example.dz/session/ABCD-123456-7890?lang=fr')).toEqual([
    'payment-link ABCD-123456-7890 whole',
  ])
})

test('what was sold is sold again with its number and its plan or card; a bill is not', () => {
  expect(flows.mobile.reader.again?.(orders.mobile)).toMatchObject({
    number: orders.mobile.number,
    favourite: { planCode: orders.mobile.planCode },
  })
  expect(flows.internet.reader.again?.(orders.internet)).toMatchObject({
    digits: orders.internet.number,
    favourite: { valueCentimes: centimes(orders.internet.valueCentimes) },
  })
  expect(flows.bill.reader.again).toBeUndefined()
})

test.each(['', '0', 'x', '+', '-', '()', '0'.repeat(200), '\u0000', 'é'.repeat(50), '٠٦'])(
  'any text is read: %j',
  (text) => {
    expect(() => readingsOf(text)).not.toThrow()
  },
)
