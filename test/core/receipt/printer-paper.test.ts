import { describe, expect, test } from 'vitest'
import { figuresOf } from '#core/receipt/blocks.ts'
import { composeSlip } from '#core/receipt/compose.ts'
import { renderForPrinter } from '#core/receipt/printer-paper.ts'
import ar from '#shared/locales/slip/ar.json' with { type: 'json' }
import { centimes } from '#shared/money.ts'
import { headDots } from '#shared/printer-models.ts'
import { pickUpCode } from '#shared/ref.ts'
import { findText } from '../../support/reference-text.ts'
import { firstByTier } from '../../support/tier.ts'
import { asText, drawnDots, isDrawn, linesDrawn, paperOf, picturesOf, printOn, rowsOf } from './printed.ts'
import { arabicShop, sampleContext, samplePapers, sampleReport, sampleTestPage } from './sample-papers.ts'
import { sampleRef, sampleSale } from './sample-sale.ts'

const pictureDots = { 384: 384, 420: 416, 512: 512, 576: 576 } as const
const MAX_BAND_BYTES = 4_096

describe('every slip and sheet in French', () => {
  const cases = samplePapers('fr').flatMap(({ name, document }) =>
    headDots.map((dots) => [name, dots, document] as const),
  )

  test.each(cases)('%s on %i dots holds each amount and the ref as printer text', (_name, dots, document) => {
    const printed = printOn(paperOf({ dots }), document)
    const rows = rowsOf(printed)
    expect(printed.filter(({ kind }) => kind === 'unknown')).toEqual([])
    expect(rows.filter(({ isOverflow }) => isOverflow)).toEqual([])
    const runs = rows.flatMap((row) => row.runs.map(({ text }) => text.trim()))
    // A row's last words may have come out in one piece with its label, in the same style.
    const isWritten = (text: string) => runs.some((run) => run === text || run.endsWith(`  ${text}`))
    for (const figure of figuresOf(document)) expect(isWritten(`${asText(figure)} DA`), figure).toBe(true)
    if (document.kind === 'slip') {
      expect(isWritten(document.ref)).toBe(true)
      const codes = document.qr === null ? [] : [{ kind: 'qr', text: document.qr }]
      expect(printed.filter(({ kind }) => kind === 'qr')).toMatchObject(codes)
    }
    expect(printed.at(-1)).toEqual({ kind: 'cut' })
  })
})

describe('every slip and sheet in Arabic and in both languages', () => {
  const cases = firstByTier(['both', 'ar'] as const).flatMap((language) =>
    samplePapers(language).flatMap(({ name, document }) =>
      drawnDots.map((dots) => [name, language, dots, document] as const),
    ),
  )

  test.each(cases)(
    '%s in %s on %i dots is no wider than the head, in bands',
    (_name, _language, dots, document) => {
      const printed = printOn(paperOf({ dots, text: 'raster' }), document)
      expect(printed.filter(({ kind }) => kind !== 'picture')).toEqual([{ kind: 'cut' }])
      for (const picture of picturesOf(printed)) {
        expect(picture.widthDots).toBeLessThanOrEqual(pictureDots[dots])
        expect(Math.max(...picture.bandBytes)).toBeLessThanOrEqual(MAX_BAND_BYTES)
      }
    },
  )
})

test.each([
  ['Date', 384, 23, 600],
  ['Date', 420, 23, 600],
  ['Date', 512, 23, 600],
  ['Date', 576, 26, 400],
  ['16000 Alger', 576, 22, 600],
] as const)(
  '%s on %i dots is drawn heavier below 26 dots, where a thin stroke is one dot wide: %i dots, weight %i',
  (text, dots, sizeDots, weight) => {
    const printed = printOn(
      paperOf({ dots, text: 'raster' }),
      composeSlip(sampleSale('fulfilled'), 'fr', sampleContext),
    )
    const weights = [400, 600, 700].filter((one) =>
      picturesOf(printed).some((picture) => findText(picture, text, { sizeDots, weight: one })),
    )
    expect(weights).toEqual([weight])
  },
)

describe('Arabic', () => {
  const slip = composeSlip(sampleSale('queued'), 'ar', { ...sampleContext, shop: arabicShop })

  test.each(headDots)('has on %i dots the reference’s shapes and order, line by line', (dots) => {
    const printed = printOn(paperOf({ dots }), slip)
    const sizeDots = dots === 576 ? 26 : 23
    const look = { sizeDots, weight: dots === 576 ? 400 : 600, isRightToLeft: true }
    const [notice] = slip.notice.map(({ text }) => text)
    const lines = linesDrawn(printed, notice ?? '', look)
    expect(lines.join(' ')).toBe(notice)
    expect(lines.length).toBeLessThan(7)
    expect(isDrawn(printed, ar.title.queued, dots, { weight: 700, isRightToLeft: true })).toBe(true)
    expect(isDrawn(printed, arabicShop.name, dots, { weight: 700, isRightToLeft: true })).toBe(true)
    for (const label of [ar.label.number, ar.label.pickUpCode, ar.label.date, ar.total.paid]) {
      expect(isDrawn(printed, label, dots, { isRightToLeft: true }), label).toBe(true)
    }
  })

  test.each(headDots)('leaves every number whole on %i dots', (dots) => {
    const printed = printOn(paperOf({ dots }), slip)
    const numbers = [
      ...figuresOf(slip),
      slip.subject.text,
      slip.ref,
      pickUpCode(slip.ref),
      '20/11/2026\u00a014:05',
    ]
    for (const text of numbers) expect(isDrawn(printed, text, dots), text).toBe(true)
  })

  test('begins a line at the right, with its value at the left', () => {
    const printed = printOn(paperOf({ text: 'raster' }), slip)
    const look = { sizeDots: 26, weight: 400 }
    const spots = picturesOf(printed).flatMap((picture) => {
      const label = findText(picture, ar.label.date, { ...look, isRightToLeft: true })
      const value = findText(picture, '20/11/2026\u00a014:05', { ...look, weight: 600 })
      return label && value ? [{ label, value }] : []
    })
    expect(spots).toHaveLength(1)
    expect(spots[0]?.value.x).toBeLessThan(spots[0]?.label.x ?? 0)
    expect(spots[0]?.value.x).toBeLessThan(20)
  })

  test('goes out as a picture among French printer text', () => {
    const printed = printOn(paperOf(), sampleTestPage('fr'))
    expect(rowsOf(printed).map(({ text }) => text.trim())).toContain(
      'Reçu à Béjaïa, Sétif, Zéralda : façade, goût,',
    )
    const look = { sizeDots: 26, weight: 400, isRightToLeft: true }
    expect(linesDrawn(printed, ar.testPage.sample, look).join(' ')).toBe(ar.testPage.sample)
  })
})

describe('code pages', () => {
  const texts = (codePage: 'cp858' | 'wpc1252' | 'cp850' | 'cp437') =>
    rowsOf(printOn(paperOf({ codePage }), composeSlip(sampleSale('refunded'), 'fr', sampleContext))).map(
      ({ text }) => text.trim(),
    )

  test.each([
    ['cp858', 'À rendre au client', "L'opérateur n'a pas pu livrer votre recharge."],
    ['cp850', 'À rendre au client', "L'opérateur n'a pas pu livrer votre recharge."],
    ['wpc1252', 'À rendre au client', 'L’opérateur n’a pas pu livrer votre recharge.'],
    ['cp437', 'A rendre au client', "L'opérateur n'a pas pu livrer votre recharge."],
  ] as const)('%s is used with the characters that it has', (codePage, owed, notice) => {
    const written = texts(codePage).join('\n')
    expect(written).toContain(owed)
    expect(written).toContain(notice)
    expect(written).toContain('2 050 DA')
    expect(written).not.toContain('\ufffd')
  })

  test('digits of any script are written as digits, other letters are drawn', () => {
    const { order } = sampleSale('fulfilled', {}, 'mobile')
    const named = (planName: string) =>
      printOn(
        paperOf(),
        composeSlip(
          sampleSale('fulfilled', { order: { ...order, planName } as typeof order }, 'mobile'),
          'fr',
          sampleContext,
        ),
      )
    expect(rowsOf(named('Pixx ٥٠٠ १२३ ４')).some(({ text }) => text.endsWith('Pixx 500 123 4'))).toBe(true)
    const drawn = named('Пиксель 500')
    expect(rowsOf(drawn).some(({ text }) => text.includes('Offre'))).toBe(false)
    expect(isDrawn(drawn, 'Offre', 576, { weight: 400 })).toBe(true)
  })
})

describe('what the printer is asked to do', () => {
  const slip = composeSlip(sampleSale('queued'), 'fr', sampleContext)

  test('the drawer opens at once where it is asked for, and only there', () => {
    expect(printOn(paperOf({ drawer: true }), slip)[0]).toEqual({ kind: 'drawer', pin: 2 })
    expect(printOn(paperOf({ drawer: true }), slip)[1]).toEqual({ kind: 'drawer', pin: 5 })
    expect(printOn(paperOf(), slip).filter(({ kind }) => kind === 'drawer')).toEqual([])
  })

  test('without a cutter the paper is fed to its edge', () => {
    expect(printOn(paperOf({ cuts: false }), slip).at(-1)).toEqual({ kind: 'feed', lines: 5 })
  })

  test('the pick-up code has its bars, wide enough to be read', () => {
    for (const dots of headDots) {
      const bars = printOn(paperOf({ dots }), slip).filter((one) => one.kind === 'barcode')
      expect(bars).toMatchObject([{ text: pickUpCode(sampleRef) }])
      expect(bars[0]?.moduleDots).toBeGreaterThanOrEqual(2)
    }
  })

  test('a code that it draws has white below it, and one that it cannot draw is a picture', () => {
    const printed = printOn(paperOf(), slip)
    const at = printed.findIndex(({ kind }) => kind === 'qr')
    const [code, below] = printed.slice(at)
    const moduleDots = code?.kind === 'qr' ? code.moduleDots : 0
    expect(moduleDots).toBeGreaterThanOrEqual(3)
    expect(below).toMatchObject({ kind: 'picture', heightDots: 4 * moduleDots })
    expect(below?.kind === 'picture' && below.bytes.every((byte) => byte === 0)).toBe(true)
    const drawn = printOn(paperOf({ drawsCodes: false }), slip)
    expect(drawn.filter(({ kind }) => kind === 'qr' || kind === 'barcode')).toEqual([])
    expect(picturesOf(drawn).length).toBeGreaterThan(picturesOf(printed).length)
  })

  test('it begins with its first font, and with the page that more printers know unless the euro is used', () => {
    const bytesFor = (name: string) => {
      const made = renderForPrinter({ ...slip, shop: { ...slip.shop, name } }, paperOf())
      return Buffer.from(made.ok ? made.value : [])
        .subarray(0, 20)
        .toString('hex')
    }
    expect(bytesFor('Café')).toContain('1b74021b4d00')
    expect(bytesFor('Café à 1 €')).toContain('1b74131b4d00')
  })

  test('no word of a long shop name is broken', () => {
    const name = 'Établissements Télécommunications Bensalah'
    const named = { ...slip, shop: { ...slip.shop, name } }
    for (const dots of headDots) {
      const words = rowsOf(printOn(paperOf({ dots }), named)).flatMap(({ text }) => text.trim().split(/\s+/))
      for (const word of name.split(' ')) expect(words, `${dots}`).toContain(word)
    }
  })

  test('neither the white between the lines of a picture nor that at its right is sent', () => {
    const document = composeSlip(sampleSale('queued'), 'ar', sampleContext)
    const made = renderForPrinter(document, paperOf({ text: 'raster' }))
    const heightDots = picturesOf(printOn(paperOf({ text: 'raster' }), document)).reduce(
      (sum, one) => sum + one.heightDots,
      0,
    )
    const whole = heightDots * (576 / 8)
    expect(made.ok && made.value.length / whole).toBeLessThan(0.6)
  })

  test('a duplicate says so in white on black, with its number', () => {
    const copy = composeSlip(sampleSale('fulfilled'), 'fr', { ...sampleContext, copyNumber: 3 })
    const marked = rowsOf(printOn(paperOf(), copy)).filter((row) =>
      row.runs.some(({ isInverse }) => isInverse),
    )
    expect(marked.map(({ text }) => text.trim())).toEqual(['DUPLICATA 3'])
    expect(copy.printed?.text).toBe('20/11/2026\u00a014:06')
    expect(marked[0]?.text).toHaveLength(48)
  })

  test('a slip of training is marked at its head and at its foot', () => {
    const training = composeSlip(sampleSale('fulfilled'), 'fr', { ...sampleContext, environment: 'training' })
    const rows = rowsOf(printOn(paperOf(), training)).filter(({ text }) => text.includes('TEST ·'))
    expect(rows.map((row) => row.runs.every(({ isInverse }) => isInverse))).toEqual([true, true])
  })
})

describe('no slip is printed rather than a wrong one', () => {
  const slip = composeSlip(sampleSale('fulfilled'), 'fr', sampleContext)

  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY, 2 ** 60])('an amount of %d is no money', (broken) => {
    const total = { ...slip.total, amountCentimes: broken as typeof slip.total.amountCentimes }
    for (const text of ['printer', 'raster'] as const) {
      const given = renderForPrinter({ ...slip, total }, paperOf({ text }))
      expect(given).toMatchObject({ ok: false, error: { problem: 'not-money' } })
    }
  })

  test('a ref that is wider than the paper is not broken in two', () => {
    const ref = sampleRef.repeat(3) as typeof sampleRef
    for (const text of ['printer', 'raster'] as const) {
      const given = renderForPrinter({ ...slip, ref }, paperOf({ text, dots: 384 }))
      expect(given).toMatchObject({ ok: false, error: { problem: 'too-wide' } })
    }
  })

  test('a paper longer than three metres is not begun', () => {
    const line = { kind: 'amount', label: slip.total.label, amountCentimes: centimes(1) } as const
    const given = renderForPrinter({ ...slip, lines: Array(1_000).fill(line) }, paperOf())
    expect(given).toMatchObject({ ok: false, error: { problem: 'too-long' } })
  })
})

test('a report has its headings, lines and total, a loss with its sign', () => {
  const rows = rowsOf(printOn(paperOf({ dots: 384 }), sampleReport('fr'))).map(({ text }) => text)
  expect(rows).toContain('Caisse')
  expect(rows.some((row) => /^Écart +-120,50 DA$/.test(row))).toBe(true)
  expect(rows.some((row) => row.endsWith('20 951,50 DA'))).toBe(true)
})

test('money that was given back is marked as such', () => {
  const { nowMs } = sampleContext
  const givenBack = { atMs: nowMs, amountCentimes: centimes(205_000), who: 'Amina' }
  const slip = composeSlip(sampleSale('refunded', { givenBack }), 'fr', sampleContext)
  expect(slip.standing).toBe('paid-back')
  const rows = rowsOf(printOn(paperOf(), slip)).map(({ text }) => text)
  expect(rows.some((row) => /^Rendu le +20\/11\/2026 14:06$/.test(row))).toBe(true)
  expect(rows.some((row) => /^Montant rendu +2 050 DA$/.test(row))).toBe(true)
})

describe('a picture that happens to hold a command', () => {
  /** As printers obey them whatever else is going on: to report their state, to forget all, to open the drawer. */
  const commands = [
    [0x10, 0x04, 0x01],
    [0x10, 0x05, 0x02],
    [0x10, 0x14, 0x01],
  ] as const

  test.each(commands)('%i %i %i is printed, and is not a command', (...command) => {
    const bits = Buffer.alloc(48 * 24)
    for (let row = 0; row < 24; row += 1) bits.set(command, row * 48 + row)
    const shop = {
      ...sampleContext.shop,
      logo: { widthDots: 384, heightDots: 24, bits: bits.toString('base64') },
    }
    const slip = composeSlip(sampleSale('fulfilled'), 'fr', { ...sampleContext, shop })
    const made = renderForPrinter(slip, paperOf({ dots: 384, text: 'raster' }))
    const bytes = Buffer.from(made.ok ? made.value : [])
    expect(made.ok).toBe(true)
    for (const [first, second] of commands) {
      // None of the slip's other bytes may be one either.
      expect(bytes.indexOf(Buffer.of(first, second))).toBe(-1)
    }
  })
})
