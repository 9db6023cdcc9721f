/**
 * The slip as a page, for the preview and for PDF. No inline style or script: it is served under a strict content
 * security policy. Keeps the invariant that a page holds every amount and the ref whole, or is not made.
 */
import { type Logo, logoMaxDots } from '#shared/shop.ts'
import type { SlipPage } from '#shared/slip-page.ts'
import type { StoredSale } from '../journal/journal.ts'
import { bitmapOfBits, centredOn } from './bitmap.ts'
import { figureOf, figuresOf } from './blocks.ts'
import { barcodePicture, qrOf, rulerOf } from './codes.ts'
import { composeSlip, type SlipContext } from './compose.ts'
import type {
  PaperDocument,
  SheetDocument,
  SheetPart,
  SlipAmountLine,
  SlipCard,
  SlipDocument,
  SlipLine,
  SlipTextLine,
  Wording,
} from './document.ts'
import { escapeHtml, type Html, html, nothing, renderBitmap } from './markup.ts'
import { slipStylesheet } from './slip-css.ts'

const stylesheetPath = '/slip/slip.css'

/**
 * A complete HTML page for paper of `widthMm`. Throws RangeError where an amount is not money and Error where the page
 * would lack an amount or the ref: no slip is better than one that is wrong.
 */
export function renderHtml(paper: PaperDocument, widthMm: SlipPage['widthMm']): string {
  const [language] = paper.languages
  const title = paper.title.map(({ text }) => text).join(' · ')
  const layout = paper.languages.length > 1 ? 'both' : 'one'
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} ${paper.kind === 'slip' ? paper.ref : ''}</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body class="paper-${String(widthMm)} in-${layout}">
<main class="slip slip-${paper.kind === 'slip' ? paper.standing : 'sheet'}">
${paper.kind === 'slip' ? renderBody(paper) : renderSheet(paper)}
</main>
</body>
</html>
`.markup
  assertWhole(page, paper)
  return page
}

function renderBody(slip: SlipDocument): Html {
  return html`${renderMark(slip.mark)}
<header>
${renderShop(slip, slip.isShort)}${slip.duplicate ? html`<p class="mark">${renderWording(slip.duplicate)}</p>` : nothing}
<h1>${renderWording(slip.title)}</h1>
${slip.replaces ? html`<p class="replaces">${renderWording(slip.replaces)}</p>` : nothing}
${slip.warning ? html`<p class="warning">${renderWording(slip.warning)}</p>` : nothing}
</header>
<dl class="subject subject-${sizeOfSubject(slip.subject)}">${renderLine(slip.subject, slip.currency)}</dl>
${slip.pickUpCode ? renderPickUp(slip.pickUpCode, slip) : nothing}
<dl class="lines">
${slip.lines.map((line) => renderLine(line, slip.currency))}</dl>
${slip.cards.length > 0 ? html`<dl class="cards">${slip.cards.flatMap((card) => renderCard(card, slip))}</dl>` : nothing}
${slip.cardNote ? html`<p class="card-note">${renderWording(slip.cardNote)}</p>` : nothing}
<dl class="total">${renderLine(slip.total, slip.currency)}</dl>
${slip.isShort ? nothing : html`<section class="notice">${renderWording(slip.notice)}</section>`}
${slip.signature ? html`<p class="signature">${renderWording(slip.signature)}</p>` : nothing}
<footer>
<dl>
<div class="line line-ref">${renderLabels(slip.refLabel)}<dd><bdi dir="ltr">${slip.ref}</bdi></dd></div>
</dl>
${slip.qr === null ? nothing : renderQr(slip.qr)}${slip.printed ? html`<dl>${renderLine(slip.printed, slip.currency)}</dl>` : nothing}
${renderFooter(slip.footer)}</footer>
${renderMark(slip.mark)}`
}

const renderPickUp = (code: SlipTextLine, { currency }: SlipDocument): Html =>
  html`<dl class="pick-up">${renderLine(code, currency)}</dl>
${renderBarcode(code.text)}`

const renderCard = ({ code, serial }: SlipCard, { currency }: SlipDocument): readonly Html[] => [
  renderLine(code, currency),
  serial ? renderLine(serial, currency) : nothing,
]

/** Longer than any telephone number: a long title or account is not to fill the slip. */
const sizeOfSubject = ({ text }: SlipTextLine): 'large' | 'medium' => (text.length <= 16 ? 'large' : 'medium')

/** Read back from the finished page, so that no mistake of the rendering above can lose money or the ref in silence. */
function assertWhole(page: string, paper: PaperDocument): void {
  const name = paper.kind === 'slip' ? paper.ref : 'a sheet'
  for (const text of [...figuresOf(paper), ...(paper.kind === 'slip' ? [paper.ref] : [])]) {
    if (!page.includes(`<bdi dir="ltr">${escapeHtml(text)}</bdi>`)) {
      throw new Error(`the slip of ${name} would lack ${text}`)
    }
  }
}

// The body of a page that is no sale's slip: a test page, a report of the till.

function renderSheet(sheet: SheetDocument): Html {
  return html`${renderMark(sheet.mark)}
<header>
${renderShop(sheet)}${sheet.duplicate ? html`<p class="mark">${renderWording(sheet.duplicate)}</p>` : nothing}<h1>${renderWording(sheet.title)}</h1>
</header>
${sheet.parts.map((part) => renderPart(part, sheet.currency))}
<footer>
<dl>${renderLine(sheet.printed, sheet.currency)}</dl>
${renderFooter(sheet.footer)}</footer>
${renderMark(sheet.mark)}`
}

/** On a page the scale is as wide as the page's own words: 48 mm. */
const RULER_DOTS = 384
const RULER_DOTS_PER_MM = 8

function renderPart(part: SheetPart, currency: Wording): Html {
  switch (part.kind) {
    case 'lines':
      return html`<section class="part">${part.heading ? html`<h2>${renderWording(part.heading)}</h2>` : nothing}
${part.lines.length > 0 ? html`<dl class="lines">${part.lines.map((line) => renderLine(line, currency))}</dl>` : nothing}</section>
`
    case 'total':
      return html`<dl class="total">${renderLine(part.line, currency)}</dl>
`
    case 'words':
      return html`<section class="notice">${renderWording(part.words)}</section>
`
    case 'signature':
      return html`<section class="signature">${renderWording(part.label)}</section>
`
    case 'ruler':
      return renderBitmap(rulerOf(RULER_DOTS, RULER_DOTS_PER_MM), 'ruler')
    case 'codes':
      return html`${renderQr(part.qr)}${renderBarcode(part.barcode)}`
  }
}

// The pieces of a page that slips and sheets share: words in each language, lines, the header, the marks, codes.

const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** At the head and at the foot: a slip that is torn in two is still marked. */
const renderMark = (mark: Wording | null): Html =>
  mark ? html`<p class="mark">${renderWording(mark)}</p>` : nothing

const renderWording = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<span lang="${language}" dir="${directionOf(language)}">${text}</span>`,
  )

const renderLabels = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<dt lang="${language}" dir="${directionOf(language)}">${text}</dt>`,
  )

const renderShop = ({ shop }: Pick<SlipDocument, 'shop'>, isShort = false): readonly Html[] => [
  isShort ? nothing : renderLogo(shop.logo),
  shop.name === ''
    ? nothing
    : html`<p class="shop"><bdi>${shop.name}</bdi></p>
`,
  ...(isShort ? [] : shop.lines).map(
    (line) => html`<p class="shop-line"><bdi>${line}</bdi></p>
`,
  ),
]

/** In the middle of a picture as wide as the page's logo may be, so that it is as large as on paper. */
function renderLogo(logo: Logo | null): Html {
  const picture = logo && centredOn(logoMaxDots.width, bitmapOfBits(logo))
  return picture ? renderBitmap(picture, 'logo') : nothing
}

const renderFooter = (footer: string): Html =>
  footer === ''
    ? nothing
    : html`<p class="farewell"><bdi>${footer}</bdi></p>
`

function renderLine(line: SlipLine, currency: Wording): Html {
  const value = line.kind === 'amount' ? renderAmount(line, currency) : renderText(line)
  return html`<div class="line line-${line.kind}">${renderLabels(line.label)}<dd>${value}</dd></div>
`
}

/** Digits and codes read left to right wherever they stand; words follow their own script. */
const renderText = (line: SlipTextLine): Html =>
  line.kind === 'text' ? html`<bdi>${line.text}</bdi>` : html`<bdi dir="ltr">${line.text}</bdi>`

function renderAmount(line: SlipAmountLine, currency: Wording): Html {
  const figure = figureOf(line.amountCentimes)
  const units = currency.map(({ language, text }) => html`\u00a0<span lang="${language}">${text}</span>`)
  return html`<span class="amount amount-${sizeOf(figure)}"><bdi dir="ltr">${figure}</bdi>${units}</span>`
}

/** The longer the figure, the smaller its type, so that the largest amount there can be stays on one line of 48 mm. */
function sizeOf(figure: string): 'large' | 'medium' | 'small' {
  if (figure.length <= 7) return 'large'
  return figure.length <= 12 ? 'medium' : 'small'
}

/** One dot for each module: the page's own size is the style's. */
const renderQr = (text: string): Html => renderBitmap(qrOf(text, 1), 'qr')

/** The widest bars there may be on the narrowest paper. */
const BARCODE_DOTS = 384

function renderBarcode(text: string): Html {
  const picture = barcodePicture(text, BARCODE_DOTS)
  return picture ? renderBitmap(picture, 'barcode') : nothing
}

// What the app's own origin answers under /slip/: the page of a sale's slip, and the stylesheet that it links.

interface SlipAnswer {
  readonly status: 200
  readonly contentType: string
  readonly body: string
}

/**
 * The page of a sale's slip as the journal has the sale now. Throws where the slip would lack a money line; the caller
 * answers with no page at all then, so that nothing can be shown, saved or printed in its place.
 */
export function renderSlipPage(sale: StoredSale, page: SlipPage, context: SlipContext): SlipAnswer {
  if (sale.ref !== page.ref)
    throw new Error(`asked for the slip of ${page.ref}, was given the sale ${sale.ref}`)
  const body = renderHtml(composeSlip(sale, page.language, context), page.widthMm)
  return { status: 200, contentType: 'text/html; charset=utf-8', body }
}

/** The stylesheet, or undefined for any path but its own. */
export function readSlipAsset(path: string): SlipAnswer | undefined {
  if (path !== stylesheetPath) return undefined
  return { status: 200, contentType: 'text/css; charset=utf-8', body: slipStylesheet }
}
