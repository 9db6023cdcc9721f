import { describe, expect, test } from 'vitest'
import { composeSlip } from '#core/receipt/compose.ts'
import type { Wording } from '#core/receipt/document.ts'
import { centimes } from '#shared/money.ts'
import { pickUpCode } from '#shared/ref.ts'
import { type SalePhase, salePhases } from '#shared/states/sale.ts'
import { sampleRef, sampleSale, soldAtMs } from './sample-sale.ts'

const context = { shopName: 'El Baraka', environment: 'production', nowMs: soldAtMs + 60_000 } as const
const languages = ['fr', 'ar', 'both'] as const
const french = (wording: Wording | null) => wording?.find(({ language }) => language === 'fr')?.text

const compose = (phase: SalePhase, more = {}) => composeSlip(sampleSale(phase, more), 'fr', context)

const lineOf = (slip: ReturnType<typeof compose>, label: string) =>
  slip.lines.find((line) => french(line.label) === label)

describe('in every phase and language', () => {
  const cases = salePhases.flatMap((phase) => languages.map((language) => [phase, language] as const))

  test.each(cases)('a sale that is %s has its slip in %s', (phase, language) => {
    const slip = composeSlip(sampleSale(phase), language, context)
    expect(slip.phase).toBe(phase)
    expect(slip.ref).toBe(sampleRef)
    expect(slip.total.amountCentimes).toBe(205_000)
    expect(slip.number.text).toBe('023\u00a045\u00a067\u00a089')
    const wordings = [slip.title, slip.notice, slip.total.label, slip.currency, slip.refLabel]
    for (const wording of [...wordings, ...slip.lines.map((line) => line.label)]) {
      expect(wording.map((words) => words.language)).toEqual(language === 'both' ? ['fr', 'ar'] : [language])
      expect(wording.every((words) => words.text !== '')).toBe(true)
    }
  })
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
  ['cancelled', 'unsold', 'Montant de la commande', /abandonnée.* rendu avant de partir/],
] as const)('%s: the paper is %s, its amount is “%s”', (phase, standing, totalLabel, notice) => {
  const slip = compose(phase)
  expect(slip.standing).toBe(standing)
  expect(french(slip.total.label)).toBe(totalLabel)
  expect(french(slip.notice)).toMatch(notice)
  expect(french(slip.warning)).toBe(standing === 'unsold' ? 'Ceci n’est pas un reçu de paiement' : undefined)
  expect(slip.pickUpCode?.text).toBe(phase === 'queued' ? pickUpCode(sampleRef) : undefined)
})

test.each([
  ['unsent', { reason: 'not-found' }, 'unsold', /introuvable .* jusqu’ici/i],
  ['unsent', { attempts: 2 }, 'unsold', /introuvable .* jusqu’ici/i],
  ['handling', { givenUp: true }, 'given-up', /abandonnée.* l’a reçue/],
  ['queued', { givenUp: true }, 'given-up', /abandonnée.* l’a reçue/],
  ['fulfilled', { givenUp: true }, 'given-up', /livrée .* la somme ci-dessus est à payer/],
  ['refunded', { givenUp: true }, 'given-up', /déjà été rendu.* plus rien/],
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
  expect(slip.printed.text).toBe('20/11/2026\u00a014:06')
})

test('a 4G line is written with its country code, in groups that do not part', () => {
  const order = {
    kind: 'internet',
    type: '4G',
    number: '213661234567',
    valueCentimes: centimes(50_000),
  } as const
  const slip = compose('fulfilled', { order })
  expect(slip.number.text).toBe('213\u00a0661\u00a023\u00a045\u00a067')
  expect(lineOf(slip, 'Internet')).toMatchObject({ text: '4G' })
})

test('what is not known has no line; the amounts always have theirs', () => {
  const slip = compose('handling', { subscriber: null })
  expect(slip.lines.map((line) => french(line.label))).toEqual(['Date', 'Internet', 'Carte'])
  const masked = compose('handling', { subscriber: { customerNumber: '12****89', offer: null } })
  expect(masked.lines.map((line) => french(line.label))).toEqual(['Date', 'Internet', 'N° client', 'Carte'])
})

test('a refunded sale shows what was paid beside what is owed', () => {
  expect(lineOf(compose('refunded'), 'Montant payé')).toMatchObject({ amountCentimes: 205_000 })
})

test.each([
  ['training', /^TEST .*Entraînement/],
  ['sandbox', /^TEST .*Bac à sable/],
  ['production', undefined],
] as const)('in %s the mark is %s', (environment, mark) => {
  const words = french(composeSlip(sampleSale('fulfilled'), 'both', { ...context, environment }).mark)
  if (mark) expect(words).toMatch(mark)
  else expect(words).toBeUndefined()
})
