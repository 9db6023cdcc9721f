/** What is drawn for one concern is not moved by what is drawn for another: so a seed goes on showing what it showed. */
import { describe, expect, test } from 'vitest'
import { createDice, inTurns } from './dice.ts'
import { kindOfPost } from './kinds/kinds.ts'
import { createWeather } from './line/weather.ts'
import { baseUrl } from './service/addresses.ts'
import { createTimeline } from './timeline.ts'

const bytesOf = (seed: number, ...names: string[]) => [
  ...createDice(seed)
    .apart(...names)
    .bytes(16),
]

describe('dice', () => {
  test('of one seed and one name show the same, of others something else', () => {
    expect(bytesOf(7, 'sales')).toEqual(bytesOf(7, 'sales'))
    const others = [bytesOf(8, 'sales'), bytesOf(7, 'calls'), bytesOf(7, 'sales', '1'), bytesOf(7)]
    expect(new Set([bytesOf(7, 'sales'), ...others].map(String)).size).toBe(5)
  })

  test('begin at their first throw wherever they are set apart', () => {
    const dice = createDice(3)
    dice.apart('calls').bytes(100)
    dice.bytes(5)
    expect([...dice.apart('sales').bytes(16)]).toEqual(bytesOf(3, 'sales'))
  })

  test('of a turn are those of the how-many-th of its name', () => {
    const thirdOf = (...earlier: readonly string[]) => {
      const turns = inTurns(createDice(5))
      for (const name of earlier) turns(name)
      return turns('sale').draw()
    }
    expect(thirdOf('sale', 'list', 'sale', 'list', 'list')).toBe(thirdOf('sale', 'sale'))
    expect(thirdOf('sale', 'sale')).not.toBe(thirdOf('sale'))
  })

  test('give a day plenty of what it is to have plenty of', () => {
    const rows = [
      { name: 'rare', weight: 1 },
      { name: 'usual', weight: 1 },
    ]
    for (let seed = 1; seed <= 20; seed += 1) {
      const [rare] = createDice(seed, ['rare']).apart('rows').reweigh(rows)
      expect(rare?.weight).toBe(41)
    }
    expect(createDice(1, ['rare']).favoured(rows, ({ name }) => name)).toEqual([rows[0]])
    expect(createDice(1).favoured(rows, ({ name }) => name)).toEqual(rows)
  })
})

test('what becomes of a call that moves money is the same, whatever else is asked before it', () => {
  const money = { method: 'POST', path: '/v3/mobile/send', body: '{}' } as const
  const lists = [
    '/v3/mobile/list?page=1',
    '/v3/account/transactions',
    '/v3/bills/transactions/66f0a1b2c3/receipt',
  ]
  const fates = (asides: readonly string[]) => {
    const weather = createWeather(createDice(11).apart('weather'), createTimeline())
    const ask = (call: { method: 'GET' | 'POST'; path: string; body: string | null }) =>
      weather.courseOf({
        request: { origin: baseUrl, headers: {}, answerKind: 'message', byItself: false, ...call },
        kind: kindOfPost(call.method, call.path),
      })
    return Array.from({ length: 30 }, () => {
      for (const path of asides) ask({ method: 'GET', path, body: null })
      return ask(money)
    })
  }
  expect(fates(lists)).toEqual(fates([]))
})
