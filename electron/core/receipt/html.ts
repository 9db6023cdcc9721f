/**
 * The slip as a page, for the preview and for PDF. No inline style or script: it is served under a strict content
 * security policy. Keeps the invariant that a page holds every amount and the ref whole, or is not made.
 */
import { centimes, formatDinars } from '#shared/money.ts'
import type { SlipPage } from '#shared/slip-page.ts'
import type { SlipAmountLine, SlipDocument, SlipLine, SlipTextLine, Wording } from './document.ts'
import { escapeHtml, type Html, html, nothing } from './markup.ts'

export const stylesheetPath = '/slip/slip.css'

/**
 * A complete HTML page for paper of `widthMm`. Throws RangeError where an amount is not money and Error where the page
 * would lack an amount or the ref: no slip is better than one that is wrong (receipts.md: "It refuses to print rather
 * than drop or cut a money line").
 */
export function renderHtml(slip: SlipDocument, widthMm: SlipPage['widthMm']): string {
  const [language] = slip.languages
  const title = slip.title.map(({ text }) => text).join(' · ')
  const layout = slip.languages.length > 1 ? 'both' : 'one'
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} ${slip.ref}</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body class="paper-${String(widthMm)} in-${layout}">
<main class="slip slip-${slip.standing}">
${renderBody(slip)}
</main>
</body>
</html>
`.markup
  assertWhole(page, slip)
  return page
}

function renderBody(slip: SlipDocument): Html {
  return html`${renderMark(slip)}
<header>
${slip.shopName === '' ? nothing : html`<p class="shop"><bdi>${slip.shopName}</bdi></p>`}
<h1>${renderWording(slip.title)}</h1>
${slip.warning ? html`<p class="warning">${renderWording(slip.warning)}</p>` : nothing}
</header>
<dl class="subject subject-${sizeOfSubject(slip.subject)}">${renderLine(slip.subject, slip)}</dl>
${slip.pickUpCode ? html`<dl class="pick-up">${renderLine(slip.pickUpCode, slip)}</dl>` : nothing}
<dl class="lines">
${slip.lines.map((line) => renderLine(line, slip))}</dl>
<dl class="total">${renderLine(slip.total, slip)}</dl>
<section class="notice">${renderWording(slip.notice)}</section>
<footer>
<dl>
<div class="line line-ref">${renderLabels(slip.refLabel)}<dd><bdi dir="ltr">${slip.ref}</bdi></dd></div>
${renderLine(slip.printed, slip)}</dl>
</footer>
${renderMark(slip)}`
}

/** At the head and at the foot: a slip that is torn in two is still marked. */
const renderMark = (slip: SlipDocument): Html =>
  slip.mark ? html`<p class="mark">${renderWording(slip.mark)}</p>` : nothing

const renderWording = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<span lang="${language}" dir="${directionOf(language)}">${text}</span>`,
  )

const renderLabels = (wording: Wording): readonly Html[] =>
  wording.map(
    ({ language, text }) => html`<dt lang="${language}" dir="${directionOf(language)}">${text}</dt>`,
  )

function renderLine(line: SlipLine, slip: SlipDocument): Html {
  const value = line.kind === 'amount' ? renderAmount(line, slip.currency) : renderText(line)
  return html`<div class="line line-${line.kind}">${renderLabels(line.label)}<dd>${value}</dd></div>
`
}

/** Digits and codes read left to right wherever they stand; words follow their own script. */
const renderText = (line: SlipTextLine): Html =>
  line.kind === 'text' ? html`<bdi>${line.text}</bdi>` : html`<bdi dir="ltr">${line.text}</bdi>`

function renderAmount(line: SlipAmountLine, currency: Wording): Html {
  const figure = figureOf(line)
  const units = currency.map(({ language, text }) => html`\u00a0<span lang="${language}">${text}</span>`)
  return html`<span class="amount amount-${sizeOf(figure)}"><bdi dir="ltr">${figure}</bdi>${units}</span>`
}

/** Longer than any telephone number: a long title or account is not to fill the slip. */
const sizeOfSubject = ({ text }: SlipTextLine): 'large' | 'medium' => (text.length <= 16 ? 'large' : 'medium')

const figureOf = (line: SlipAmountLine): string => formatDinars(centimes(line.amountCentimes))

/** The longer the figure, the smaller its type, so that the largest amount there can be stays on one line of 48 mm. */
function sizeOf(figure: string): 'large' | 'medium' | 'small' {
  if (figure.length <= 7) return 'large'
  return figure.length <= 12 ? 'medium' : 'small'
}

const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** Read back from the finished page, so that no mistake of the rendering above can lose money or the ref in silence. */
function assertWhole(page: string, slip: SlipDocument): void {
  const amounts = [slip.total, ...slip.lines].filter((line) => line.kind === 'amount')
  for (const text of [...amounts.map(figureOf), slip.ref]) {
    if (!page.includes(`<bdi dir="ltr">${escapeHtml(text)}</bdi>`)) {
      throw new Error(`the slip of ${slip.ref} would lack ${text}`)
    }
  }
}
