/**
 * The slip as a page, for the preview and for PDF. No inline style or script: it is served under a strict content
 * security policy. Keeps the invariant that a page holds every amount and the ref whole, or is not made.
 */
import type { SlipPage } from '#shared/slip-page.ts'
import { figuresOf } from './blocks.ts'
import type { PaperDocument, SlipCard, SlipDocument, SlipTextLine } from './document.ts'
import {
  directionOf,
  renderBarcode,
  renderFooter,
  renderLabels,
  renderLine,
  renderMark,
  renderQr,
  renderShop,
  renderWording,
} from './html-parts.ts'
import { renderSheet } from './html-sheet.ts'
import { escapeHtml, type Html, html, nothing } from './markup.ts'

export const stylesheetPath = '/slip/slip.css'

/**
 * A complete HTML page for paper of `widthMm`. Throws RangeError where an amount is not money and Error where the page
 * would lack an amount or the ref: no slip is better than one that is wrong (receipts.md: "It refuses to print rather
 * than drop or cut a money line").
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
${renderShop(slip)}${slip.duplicate ? html`<p class="mark">${renderWording(slip.duplicate)}</p>` : nothing}
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
<section class="notice">${renderWording(slip.notice)}</section>
<footer>
<dl>
<div class="line line-ref">${renderLabels(slip.refLabel)}<dd><bdi dir="ltr">${slip.ref}</bdi></dd></div>
</dl>
${renderQr(slip.ref)}${slip.printed ? html`<dl>${renderLine(slip.printed, slip.currency)}</dl>` : nothing}
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
