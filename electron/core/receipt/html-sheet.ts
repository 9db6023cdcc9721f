/** The body of a page that is no sale's slip: a test page, a report of the till. */

import { rulerOf } from './codes.ts'
import type { SheetDocument, SheetPart, Wording } from './document.ts'
import {
  renderBarcode,
  renderFooter,
  renderLine,
  renderMark,
  renderQr,
  renderShop,
  renderWording,
} from './html-parts.ts'
import { type Html, html, nothing } from './markup.ts'
import { renderBitmap } from './svg.ts'

export function renderSheet(sheet: SheetDocument): Html {
  return html`${renderMark(sheet.mark)}
<header>
${renderShop(sheet)}<h1>${renderWording(sheet.title)}</h1>
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
    case 'ruler':
      return renderBitmap(rulerOf(RULER_DOTS, RULER_DOTS_PER_MM), 'ruler')
    case 'codes':
      return html`${renderQr(part.qr)}${renderBarcode(part.barcode)}`
  }
}
