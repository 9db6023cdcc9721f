/** A receipt that a person sends by a program of their own: the file, the message, the entry, and who may. */
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { ok } from '#shared/result.ts'
import type { Settings } from '#shared/views.ts'
import { startCore, startShop } from '../../support/core.ts'
import { noPrinter } from '../../support/no-printer.ts'
import { changesIn } from '../../support/past-changes.ts'
import { ended, hasCode, printerAt, startPrinter } from '../../support/printing.ts'
import { sellOne } from '../../support/sell.ts'
import { newActId } from '../../support/till.ts'

type To = CommandInput<'receipt.send'>['to']
const whatsapp: To = { channel: 'whatsapp', number: '213661234567' }
const email: To = { channel: 'email', address: 'amina+recu@exemple.dz' }

/** A counter whose person saves at `path`, and agrees to a message or not. */
async function startSending({ path = '/saved/recu.pdf' as string | null, agrees = true } = {}) {
  const pages: string[] = []
  const happened: { readonly what: string; readonly at: string }[] = []
  const counter = await startCore({
    ...(await startShop()),
    ports: {
      printer: {
        ...noPrinter,
        savePdf: async (page) => {
          pages.push(String(counter.core.readPage(page)?.body))
          return ok({ path })
        },
      },
      outside: {
        openMessage: async (link) => {
          happened.push({ what: 'message', at: link })
          return agrees
        },
        showFile: (file) => void happened.push({ what: 'file', at: file }),
      },
    },
  })
  const slip = async (change: Partial<Settings['slip']>) => {
    const { settings } = await counter.command('app.snapshot', {})
    await counter.command('settings.update', {
      ...{ slip: { ...settings.slip, ...change } },
      shop: { ...settings.shop, name: "L'Étoile & Fils" },
    })
  }
  return { counter, pages, happened, slip }
}

/** The words of a message, as its receiver reads them. */
const textOf = (link = ''): string =>
  new URL(link).searchParams.get('text') ?? new URL(link).searchParams.get('body') ?? ''

describe('a receipt that is to be sent', () => {
  test('is saved as a numbered copy, then its message is opened and its folder shown', async () => {
    const { counter, pages, happened, slip } = await startSending()
    await slip({ language: 'fr' })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    await counter.command('receipt.save-pdf', { ref })
    expect(await counter.command('receipt.send', { ref, to: whatsapp })).toEqual({
      ...{ path: '/saved/recu.pdf', isOpened: true },
    })
    expect(pages[1]).toMatch(/DUPLICATA.1/)
    const { jobs } = await counter.command('print.of-sale', { ref })
    expect(jobs.map(({ printer, state, what }) => [printer, state, what])).toEqual([
      ['PDF', 'sent', { kind: 'sale', ref, copyNumber: 0 }],
      ['PDF', 'sent', { kind: 'sale', ref, copyNumber: 1 }],
    ])
    expect(happened.map(({ what }) => what)).toEqual(['message', 'file'])
    expect(happened[1]?.at).toBe('/saved/recu.pdf')
    expect(happened[0]?.at).toMatch(/^https:\/\/wa\.me\/213661234567\?text=[A-Za-z0-9._~%-]+$/)
    const text = textOf(happened[0]?.at)
    expect(text.split('\n')).toEqual([
      ...["L'Étoile & Fils", ''],
      expect.stringMatching(/^TEST/),
      'Reçu de recharge',
      expect.stringMatching(/^Numéro de ligne\u00a0: 023 •• •• 89$/),
      expect.stringMatching(/^Montant payé\u00a0: 1.000\u00a0DA$/),
      `Référence\u00a0: ${ref}`,
    ])
  })

  test('goes by mail as well, with a subject, in the languages of the slip', async () => {
    const { counter, happened, slip } = await startSending()
    await slip({ language: 'both' })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    await counter.command('receipt.send', { ref, to: email })
    const link = happened[0]?.at ?? ''
    expect(link).toMatch(/^mailto:amina%2Brecu@exemple\.dz\?subject=[\w.~%-]+&body=[\w.~%-]+$/)
    expect(new URL(link).searchParams.get('subject')).toBe("Reçu de recharge · L'Étoile & Fils")
    expect(textOf(link)).toContain('\r\n')
    expect(textOf(link)).toContain('Montant payé')
    expect(textOf(link)).toContain('المبلغ المدفوع')
  })

  test('has its state and what is owed', async () => {
    const { counter, happened, slip } = await startSending()
    await slip({ language: 'fr' })
    const { ref } = await counter.sell('030000001')
    await counter.reached(ref, 'refunded')
    await counter.command('receipt.send', { ref, to: whatsapp })
    expect(textOf(happened[0]?.at)).toContain('Recharge non livrée')
    expect(textOf(happened[0]?.at)).toMatch(/À rendre au client\u00a0: 1.000/)
  })

  test('has no card code and no signature, even if the shop prints codes and signs its slips', async () => {
    const { counter, pages, happened, slip } = await startSending()
    await slip({ isProven: true })
    const printer = await startPrinter()
    await counter.command('settings.update', { printer: printerAt(printer) })
    const { ref } = await sellOne['gift-card'](counter)
    await counter.reached(ref, 'fulfilled')
    await ended(counter, await counter.command('print.slip', { ref }))
    await ended(counter, await counter.command('print.slip', { ref, withCodes: true }))
    const { cards } = await counter.command('sale.reveal-cards', { ref })
    const codes = cards.flatMap((card) => (card.kind === 'open' ? [card.code, card.serial ?? card.code] : []))
    expect(codes.length).toBeGreaterThan(0)
    expect(printer.slips().filter((one) => hasCode(one, codes[0] ?? ''))).toHaveLength(2)
    for (const to of [whatsapp, email]) await counter.command('receipt.send', { ref, to })
    const texts = [...pages, ...happened.map(({ at }) => `${at}${decodeURIComponent(at)}`)]
    expect(texts).toHaveLength(6)
    for (const text of texts) {
      for (const code of codes) {
        expect(text).not.toContain(code)
        expect(text.replace(/[^A-Za-z0-9]/g, '')).not.toContain(code.replace(/[^A-Za-z0-9]/g, ''))
      }
    }
    // What begins a signed text, see resources/verify-receipt.mjs.
    for (const { at } of happened) expect(decodeURIComponent(at)).not.toContain('C1.')
  })

  test('that is not saved opens nothing; one whose message is declined is still saved', async () => {
    const unsaved = await startSending({ path: null })
    const { ref } = await unsaved.counter.sell('023456789')
    expect(await unsaved.counter.command('receipt.send', { ref, to: email })).toEqual({
      ...{ path: null, isOpened: false },
    })
    expect(unsaved.happened).toEqual([])
    const refused = await startSending({ agrees: false })
    const other = await refused.counter.sell('023456789')
    expect(await refused.counter.command('receipt.send', { ref: other.ref, to: email })).toMatchObject({
      isOpened: false,
    })
    expect(refused.happened.map(({ what }) => what)).toEqual(['message', 'file'])
  })

  test('is an entry with its way and who did it, without the receiver', async () => {
    const { counter } = await startSending()
    await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
    const { ref } = await counter.sell('023456789')
    await counter.command('receipt.send', { ref, to: whatsapp })
    await counter.core.stop()
    const entries = changesIn(counter.dataDir)
    expect(entries).toMatchObject([{ what: 'receipt-to-send', after: `whatsapp ${ref}`, who: 'Karim' }])
    expect(JSON.stringify(entries)).not.toContain('661234567')
  })

  test('cannot be sent while nobody is signed in', async () => {
    const { counter, pages, happened } = await startSending()
    await counter.command('people.start', { actId: newActId(), name: 'Karim', pin: '271828' })
    const { ref } = await counter.sell('023456789')
    await counter.command('people.sign-out', {})
    expect(await counter.ask('receipt.send', { ref, to: whatsapp })).toMatchObject({
      error: { kind: 'till', problem: 'signed-out' },
    })
    expect([pages, happened]).toEqual([[], []])
  })

  test.each([
    ['a number in its form at home', { channel: 'whatsapp', number: '0661234567' }],
    ['a landline', { channel: 'whatsapp', number: '21323456789' }],
    ['more than a number', { channel: 'whatsapp', number: '213661234567?text=x' }],
    ['two addresses', { channel: 'email', address: 'a@exemple.dz,b@exemple.dz' }],
    ['a copy to somebody', { channel: 'email', address: 'a@exemple.dz?bcc=b@exemple.dz' }],
    ['a file', { channel: 'email', address: 'a@exemple.dz?attach=/etc/passwd' }],
    ['an option of a program', { channel: 'email', address: '-x@exemple.dz' }],
    ['an address without a host', { channel: 'email', address: 'amina' }],
    ['another way', { channel: 'sms', number: '213661234567' }],
  ])('is not sent to %s', async (_, to) => {
    const { counter, happened } = await startSending()
    const { ref } = await counter.sell('023456789')
    expect(await counter.core.dispatch('receipt.send', { ref, to })).toMatchObject({
      error: { kind: 'invalid-input' },
    })
    expect(happened).toEqual([])
  })
})
