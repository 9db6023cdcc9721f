import { describe, expect, test } from 'vitest'
import { composeSlip } from '#core/receipt/compose.ts'
import { displayStatuses } from '#shared/display-status.ts'
import ar from '#shared/locales/slip/ar.json' with { type: 'json' }
import fr from '#shared/locales/slip/fr.json' with { type: 'json' }
import { centimes } from '#shared/money.ts'
import { pickUpCode } from '#shared/ref.ts'
import { emptyShop } from '#shared/shop.ts'
import { compose, context, french, lineOf, shownLines } from './french-slip.ts'
import {
  kindsAndPhases,
  type SampleKind,
  sampleKinds,
  sampleOrders,
  samplePrices,
  sampleRef,
  sampleSale,
} from './sample-sale.ts'

const languages = ['fr', 'ar', 'both'] as const
const subjects: Readonly<Record<SampleKind, string>> = {
  internet: '023\u00a045\u00a067\u00a089',
  mobile: '0661\u00a023\u00a045\u00a067',
  menu: '0661\u00a023\u00a045\u00a067',
  'gift-card': 'Steam',
  bill: '9876543210',
}

describe('for every kind, phase and language', () => {
  const cases = kindsAndPhases.flatMap(([kind, phase]) =>
    languages.map((language) => [kind, phase, language] as const),
  )

  test.each(cases)('%s that is %s has its slip in %s', (kind, phase, language) => {
    const sale = sampleSale(phase, {}, kind)
    const slip = composeSlip(sale, language, context)
    expect(slip.phase).toBe(phase)
    expect(slip.ref).toBe(sampleRef)
    // Of three cards one came, so the price of two is owed.
    expect(slip.total.amountCentimes).toBe(phase === 'partly-fulfilled' ? 230_100 : samplePrices[kind])
    expect(slip.subject.text).toBe(subjects[kind])
    const wordings = [
      slip.title,
      slip.notice,
      slip.subject.label,
      slip.total.label,
      slip.currency,
      slip.refLabel,
    ]
    for (const wording of wordings)
      expect(wording.map((words) => words.language)).toEqual(language === 'both' ? ['fr', 'ar'] : [language])
    for (const wording of [...wordings, ...slip.lines.map((line) => line.label)])
      expect(wording.every((words) => words.text !== '')).toBe(true)
  })

  test('no kind uses another kind’s words', () => {
    const topUpWords = /recharge|sur votre ligne|تعبئة|خطكم/
    for (const [kind, phase] of kindsAndPhases.filter(([one]) => one === 'gift-card' || one === 'bill')) {
      for (const givenUp of [false, true]) {
        const { title, notice } = composeSlip(sampleSale(phase, { givenUp }, kind), 'both', context)
        for (const { text } of [...title, ...notice]) expect(text, `${kind} ${phase}`).not.toMatch(topUpWords)
      }
    }
  })
})

test.each([
  ['gift-card', 'sold', /tous leurs codes ne sont pas encore arrivés/],
  ['menu', 'unsold', /offres ne sont pas arrivées. Rien n’a été vendu/],
] as const)('%s, incomplete: the paper is %s and says so', (kind, standing, notice) => {
  const slip = composeSlip(sampleSale('fulfilled', { cards: [], offers: [] }, kind), 'both', context)
  expect(slip.standing).toBe(standing)
  expect(french(slip.notice)).toMatch(notice)
  expect(slip.notice.map(({ language }) => language)).toEqual(['fr', 'ar'])
})

test("a kind's own words are for existing display statuses", () => {
  for (const { of } of [fr, ar]) {
    const keys = Object.values(of).flatMap((own) => Object.values(own).flatMap((words) => Object.keys(words)))
    expect(keys.filter((key) => !displayStatuses.some((displayStatus) => displayStatus === key))).toEqual([])
  }
})

test.each([
  ['sending', 'open', 'Montant payé', /vérifions .* rien de plus à payer/],
  ['in-doubt', 'open', 'Montant payé', /vérifions .* rien de plus à payer/],
  ['unknown', 'open', 'Montant payé', /vérifions .* rien de plus à payer/],
  ['handling', 'open', 'Montant payé', /traite votre commande/],
  ['queued', 'open', 'Montant payé', /12 à 48\s+heures/],
  ['fulfilled', 'sold', 'Montant payé', /livrée sur votre ligne/],
  ['refunded', 'owed', 'À rendre au client', /vous doit la somme/],
  ['unsent', 'unsold', 'Montant de la commande', /rien n’a été vendu/],
  ['refused', 'unsold', 'Montant de la commande', /rien n’a été vendu/],
  ['cancelled', 'unsold', 'Montant de la commande', /annulée.* rendu avant de partir/],
] as const)('%s: the paper is %s, its amount is “%s”', (phase, standing, totalLabel, notice) => {
  const slip = compose(phase)
  expect(slip.standing).toBe(standing)
  expect(french(slip.total.label)).toBe(totalLabel)
  expect(french(slip.notice)).toMatch(notice)
  expect(french(slip.warning)).toBe(standing === 'unsold' ? 'Ceci n’est pas un reçu de paiement' : undefined)
  expect(slip.pickUpCode?.text).toBe(phase === 'queued' ? pickUpCode(sampleRef) : undefined)
})

test('a top-up that waits for its line says in both languages that it comes by itself, and what to come back with', () => {
  const { notice } = composeSlip(sampleSale('queued'), 'both', { ...context, shop: emptyShop })
  expect(notice.map(({ language, text }) => [language, text.replaceAll('\u00a0', ' ')])).toEqual([
    [
      'fr',
      'La recharge arrivera seule sur votre ligne, sous 12 à 48 heures. Si rien après 48 heures, revenez avec le code de suivi. Vous n’avez rien de plus à payer.',
    ],
    [
      'ar',
      'ستصل التعبئة إلى خطكم تلقائيا خلال 12 إلى 48 ساعة. إن لم تصل بعد 48 ساعة فارجعوا برمز المتابعة. لا يوجد أي مبلغ إضافي للدفع.',
    ],
  ])
})

test.each([
  ['delivered', 'fulfilled', 'sold', /s’est assurée auprès de la plateforme que .* livrée/],
  ['refunded', 'refunded', 'owed', /n’est pas livrée. Elle vous doit/],
] as const)(
  '%s by a person’s word: the paper names them, until the service overrules it',
  (end, phase, standing, notice) => {
    const said = { end, who: 'Amina', saw: 'their number 4711', why: 'they told me', atMs: 0 }
    const slip = compose(phase, { byDecision: { ...said, isOverruled: false } })
    expect(slip.standing).toBe(standing)
    expect(french(slip.notice)).toMatch(notice)
    const names = ({ lines }: typeof slip) => lines.flatMap((line) => ('text' in line ? line.text : []))
    expect(names(slip)).toContain('Amina')
    expect(names(compose(phase, { byDecision: { ...said, isOverruled: true } }))).not.toContain('Amina')
  },
)

test.each([
  ['unsent', { reason: 'not-found' }, 'unsold', /introuvable .* jusqu’ici/i],
  ['unsent', { attempts: 2 }, 'unsold', /introuvable .* jusqu’ici/i],
  ['handling', { givenUp: true }, 'given-up', /annulée.* l’a reçue/],
  ['queued', { givenUp: true }, 'given-up', /annulée.* l’a reçue/],
  ['fulfilled', { givenUp: true }, 'given-up', /livrée .* la somme ci-dessus est à payer/],
  ['refunded', { givenUp: true }, 'given-up', /été rendu.* plus rien/],
  ['in-doubt', { givenUp: true }, 'given-up', /annulée.* peut-être reçue/],
] as const)(
  '%s with %j: the paper is %s and promises no more than is known',
  (phase, more, standing, notice) => {
    const slip = compose(phase, more)
    expect(slip.standing).toBe(standing)
    expect(french(slip.total.label)).toBe('Montant de la commande')
    expect(french(slip.warning)).toBe('Ceci n’est pas un reçu de paiement')
    expect(french(slip.notice)).toMatch(notice)
    expect(french(slip.notice)).not.toMatch(/rien n’a été vendu/)
    expect(slip.pickUpCode?.text).toBe(phase === 'queued' ? pickUpCode(sampleRef) : undefined)
  },
)

test('a delivered sale shows the day, the line, the customer, the offer, the transaction and the card', () => {
  const slip = compose('fulfilled')
  expect(lineOf(slip, 'Date')).toMatchObject({ text: '20/11/2026\u00a014:05' })
  expect(lineOf(slip, 'Internet')).toMatchObject({ text: 'ADSL' })
  expect(lineOf(slip, 'N° client')).toMatchObject({ text: '12****89' })
  expect(lineOf(slip, 'Offre')).toMatchObject({ text: 'IDOOM ADSL 15 Mbps' })
  expect(lineOf(slip, 'Transaction')).toMatchObject({ text: 'TESTTRANS' })
  expect(lineOf(slip, 'Carte')).toMatchObject({ amountCentimes: 200_000 })
  expect(slip.printed).toBeNull()
})

test('a 4G line is written with its country code, in groups that do not part', () => {
  const order = {
    kind: 'internet',
    type: '4G',
    number: '213661234567',
    valueCentimes: centimes(50_000),
  } as const
  const slip = compose('fulfilled', { order })
  expect(slip.subject.text).toBe('213\u00a0661\u00a023\u00a045\u00a067')
  expect(lineOf(slip, 'Internet')).toMatchObject({ text: '4G' })
})

test('what is not known has no line; the amounts always have theirs', () => {
  const slip = compose('handling', { subscriber: null })
  expect(slip.lines.map((line) => french(line.label))).toEqual(['Date', 'Internet', 'Carte'])
  const masked = compose('handling', { subscriber: { customerNumber: '12****89', offer: null } })
  expect(masked.lines.map((line) => french(line.label))).toEqual(['Date', 'Internet', 'N° client', 'Carte'])
})

test('a mobile top-up shows its operator, plan and amount', () => {
  expect(shownLines(compose('fulfilled', {}, 'mobile'))).toEqual([
    ['Date', '20/11/2026\u00a014:05'],
    ['Opérateur', 'Mobilis'],
    ['Offre', 'Mobilis prépayé'],
    ['Transaction', 'TESTTRANS'],
    ['Montant', 50_000],
  ])
})

test('the slip of a menu plan proves no payment, in any phase', () => {
  for (const [kind, phase] of kindsAndPhases.filter(([one]) => one === 'menu')) {
    const slip = compose(phase, {}, kind)
    expect(slip.standing).toBe('unsold')
    expect(french(slip.warning)).toBe('Ceci n’est pas un reçu de paiement')
  }
})

test('cards have their product, type, quantity and price', () => {
  expect(shownLines(compose('fulfilled', {}, 'gift-card'))).toEqual([
    ['Date', '20/11/2026\u00a014:05'],
    ['Type', '5 USD'],
    ['Quantité', '3'],
    ['Prix d’une carte', 115_050],
  ])
})

test('bills show each bill, the one fee, the biller and its number of the operation', () => {
  expect(shownLines(compose('fulfilled', {}, 'bill'))).toEqual([
    ['Date', '20/11/2026\u00a014:05'],
    ['Organisme', 'SONELGAZ'],
    ['N° d’opération', 'TESTTRANS'],
    ['1/2 · 10/2026 · SONELGAZ 9876543210 (1/2)', 120_000],
    ['2/2 · 09/2026', 85_000],
    ['Frais de service', 4_000],
  ])
})

test('a telephone number that is the account of a bill is grouped, any other account is as it is', () => {
  const order = { ...sampleOrders.bill, accountNumber: '023456789' }
  const sale = { ...sampleSale('fulfilled', {}, 'bill'), order }
  expect(composeSlip(sale, 'fr', context).subject.text).toBe('023\u00a045\u00a067\u00a089')
  const other = composeSlip(sampleSale('fulfilled', {}, 'bill'), 'fr', context)
  expect(other.subject.text).toBe('9876543210')
})

test('one bill without a label still shows its amount', () => {
  const { bill } = sampleOrders
  const bills = [{ ...bill.bills[0], label: null, period: null }]
  const slip = compose('handling', { order: { ...bill, bills } }, 'bill')
  expect(shownLines(slip).slice(2)).toEqual([
    ['Facture', 120_000],
    ['Frais de service', 4_000],
  ])
})

test.each(sampleKinds)('no card code and no account of the shop is on the slip of %s', (kind) => {
  const cards = [{ codeTail: '4821', serialTail: '77', sealed: 'sealed-text' }]
  const slip = JSON.stringify(compose('fulfilled', { cards }, kind))
  expect(slip).not.toMatch(/4821|sealed-text|194321/)
})

test('a refunded sale shows what was paid beside what is owed', () => {
  expect(lineOf(compose('refunded'), 'Montant payé')).toMatchObject({ amountCentimes: 205_000 })
})

test.each([
  ['training', /^TEST .*Entraînement/],
  ['sandbox', /^TEST .*Essai/],
  ['production', undefined],
] as const)('in %s the mark is %s', (environment, mark) => {
  const words = french(composeSlip(sampleSale('fulfilled'), 'both', { ...context, environment }).mark)
  if (mark) expect(words).toMatch(mark)
  else expect(words).toBeUndefined()
})

test.each([
  [['0555 12 34 56', '0661 12 34 56'], 1],
  [['0555 12 34 56', '021 63 45 67', '0770 12 34 56'], 2],
  [['+213 555 12 34 56', '+213 661 12 34 56'], 2],
])(
  'the numbers %j of the shop take %i lines of the narrowest paper, none of which ends with a dot',
  (phones, count) => {
    const { lines } = composeSlip(sampleSale('fulfilled'), 'fr', {
      ...context,
      shop: { ...emptyShop, phones },
    }).shop
    expect(lines).toHaveLength(count)
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(32)
      expect(line).toMatch(/^[+\d].*\d$/)
    }
  },
)

describe('what the shop has chosen to have on its slips', () => {
  const choices = { isShort: false, isSigned: false, isProven: false, claimDays: null, stampDuty: false }
  const shop = { ...context.shop, phones: ['0555 12 34 56'] }
  const cashier = { personId: 'p-1', name: 'Nadia' }
  const slipOf = (
    kind: SampleKind,
    phase: Parameters<typeof sampleSale>[0],
    chosen: Partial<typeof choices> | { claimDays: number },
    more = {},
  ) =>
    composeSlip(sampleSale(phase, more, kind), 'fr', { ...context, shop, choices: { ...choices, ...chosen } })

  test('is the cashier on every slip, and the means of payment where others may ask', () => {
    const till = { means: 'transfer', cashier } as const
    for (const [kind, means] of [
      ['bill', 'BaridiMob'],
      ['mobile', undefined],
    ] as const) {
      const slip = slipOf(kind, 'fulfilled', {}, { till })
      expect(lineOf(slip, 'Servi par')).toMatchObject({ text: 'Nadia' })
      expect(lineOf(slip, 'Payé en')).toEqual(means && expect.objectContaining({ text: means }))
    }
  })

  test('is whom to call, on a slip of something still to come', () => {
    expect(french(slipOf('mobile', 'handling', {}).notice)).toMatch(
      /Appelez le 0555\u00a012\u00a034\u00a056\./,
    )
    expect(french(slipOf('mobile', 'fulfilled', {}).notice)).not.toMatch(/Appelez/)
  })

  test('is the last day to claim what is owed, if the shop sets one', () => {
    const owed = slipOf('mobile', 'refunded', { claimDays: 30 })
    expect(french(owed.notice)).toMatch(/À demander jusqu’au 20\/12\/2026\./)
    expect(french(slipOf('mobile', 'refunded', {}).notice)).not.toMatch(/jusqu’au/)
    expect(french(slipOf('mobile', 'handling', { claimDays: 30 }).notice)).not.toMatch(/jusqu’au/)
  })

  test('only a paid bill has room for a stamp and a hand', () => {
    expect(french(slipOf('bill', 'fulfilled', { isSigned: true }).signature)).toBe('Cachet et signature')
    expect(slipOf('bill', 'handling', { isSigned: true }).signature).toBeNull()
    expect(slipOf('mobile', 'fulfilled', { isSigned: true }).signature).toBeNull()
    expect(slipOf('bill', 'fulfilled', {}).signature).toBeNull()
  })

  test('a short slip is for what is over, and keeps every amount and the ref', () => {
    const short = slipOf('bill', 'fulfilled', { isShort: true })
    const whole = slipOf('bill', 'fulfilled', {})
    expect([short.isShort, whole.isShort]).toEqual([true, false])
    expect([short.lines, short.total, short.ref]).toEqual([whole.lines, whole.total, whole.ref])
    for (const phase of ['handling', 'refunded', 'refused'] as const)
      expect(slipOf('mobile', phase, { isShort: true }).isShort).toBe(false)
  })

  test.each([
    [300, undefined],
    [301, 500],
    [2_050, 2_100],
    [30_000, 30_000],
    [30_001, 45_150],
    [100_000, 150_000],
    [100_001, 200_200],
  ])('of %d DA paid in cash, %s centimes are stamp duty', (dinars, duty) => {
    const paid = { priceCentimes: centimes(dinars * 100) }
    const dutyLine = (more: object) =>
      lineOf(slipOf('mobile', 'fulfilled', { stampDuty: true }, more), 'Dont droit de timbre')
    expect(dutyLine(paid)).toEqual(duty && expect.objectContaining({ amountCentimes: duty }))
    expect(dutyLine({ ...paid, till: { means: 'card' } })).toBeUndefined()
    expect(dutyLine({ ...paid, recordedAtMs: Date.UTC(2024, 11, 31) })).toBeUndefined()
    expect(lineOf(slipOf('mobile', 'fulfilled', {}, paid), 'Dont droit de timbre')).toBeUndefined()
  })

  test('is the end of the ref, by which the sale is found, in a readable place', () => {
    expect(french(slipOf('mobile', 'fulfilled', {}).refLabel)).toBe(`Référence · ${sampleRef.slice(-6)}`)
  })

  test('the offers of a menu are listed with their prices', () => {
    const offers = [{ name: 'Win 1500', planCode: 'WIN_1500', amountCentimes: centimes(150_000) }]
    expect(lineOf(slipOf('menu', 'fulfilled', {}, { offers }), '1 · Win 1500')).toMatchObject({
      amountCentimes: 150_000,
    })
  })
})
