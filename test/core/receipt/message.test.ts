/** The message that a receipt is sent with: short enough for a link whatever the names, and each value in its own order. */
import { expect, test } from 'vitest'
import { composeMessage } from '#core/receipt/message.ts'
import { messageLinkMaxCharacters, receiptLink } from '#shared/receipt-sending.ts'
import { judgeMessage } from '../../../electron/main/link-rules.ts'
import { arabicShop, sampleContext } from './sample-papers.ts'
import { kindsAndPhases, sampleSale } from './sample-sale.ts'

const recipients = [
  { channel: 'whatsapp', number: '213661234567' },
  { channel: 'email', address: `${'a'.repeat(64)}@${'b'.repeat(60)}.exemple.dz` },
] as const

test.each(['fr', 'ar', 'both'] as const)(
  'fits its link in each phase, with the longest names: %s',
  (language) => {
    const name = 'محل البركة للاتصالات والإعلام الآلي '.repeat(2)
    const context = { ...sampleContext, shop: { ...arabicShop, name }, environment: 'training' } as const
    for (const [kind, phase] of kindsAndPhases) {
      const sale = sampleSale(phase, {}, kind)
      const order =
        sale.order.kind === 'gift-card'
          ? { ...sale.order, productTitle: 'بطاقة هدايا رقمية طويلة الاسم '.repeat(6) }
          : sale.order
      const message = composeMessage({ ...sale, order }, language, context)
      for (const to of recipients) {
        const link = receiptLink(to, message)
        expect(link.length, `${kind} ${phase}`).toBeLessThanOrEqual(messageLinkMaxCharacters)
        expect(judgeMessage(link)).toMatchObject({ kind: 'ask' })
      }
    }
  },
)

test('in Arabic each value is set apart, so that its groups keep their order', () => {
  const { lines } = composeMessage(sampleSale('fulfilled', {}, 'mobile'), 'ar', sampleContext)
  expect(lines.join('\n')).toContain('\u20680661 •• •• 67\u2069')
})

test('of a sale that proves no payment says so', () => {
  const { lines } = composeMessage(sampleSale('refused', {}, 'internet'), 'fr', sampleContext)
  expect(lines).toContain('Commande refusée')
  expect(lines.at(-1)).toBe('Ceci n’est pas un reçu de paiement')
})
