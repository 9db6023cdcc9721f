/**
 * How a slip looks, as text: the core serves it both bundled and in plain Node. Owns the widths of paper. Sizes are
 * in `em` of one size that follows the paper: true millimetres in print and in a window as narrow as the paper, where
 * the slip is measured; the window's width in a wider one, so that a preview of any size breaks its lines where the paper
 * does. The height of a roll's page is not set here: only the printer's side, which measures the finished slip, knows it;
 * print has a little less below than what was measured, so that rounding starts no second page. Sheets have their own size,
 * and a long slip goes on on the next one between two lines, never within one. Black on white without greys, as a thermal
 * head prints.
 */

const faces = [
  { family: 'IBM Plex Sans', file: 'ibm-plex-sans-latin' },
  { family: 'IBM Plex Sans Arabic', file: 'ibm-plex-sans-arabic-arabic' },
]
const weights = [400, 600, 700]

/** Our own faces, served with the windows' files. */
export const fontFaces = [
  ...faces.flatMap(({ family, file }) => weights.map((weight) => ({ family, file, weight }))),
  { family: 'IBM Plex Mono', file: 'ibm-plex-mono-latin', weight: 600 },
]
  .map(
    ({ family, file, weight }) => `@font-face {
  font-family: '${family}';
  font-weight: ${weight};
  font-display: block;
  src: url('/fonts/${file}-${weight}-normal.woff2') format('woff2');
}`,
  )
  .join('\n')

const paper = `
@page { margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #fff; color: #000; color-scheme: light; overflow-x: hidden; }
body { container-type: inline-size; }
.paper-58 { --paper: 58; --edge: 5; --text: 2.9; }
.paper-80 { --paper: 80; --edge: 4; --text: 3.3; }
.paper-148 { --paper: 148; --edge: 24; --text: 3.2; page: a5; }
.paper-210 { --paper: 210; --edge: 45; --text: 3.7; page: a4; }
@page a5 { size: 148mm 210mm; margin: 8mm 0; }
@page a4 { size: 210mm 297mm; margin: 14mm 0; }
.slip {
  --mm: 1mm;
  inline-size: calc(var(--paper) * var(--mm));
  padding: calc(4 * var(--mm)) calc(var(--edge) * var(--mm)) calc(5 * var(--mm));
  font: calc(var(--text) * var(--mm)) / 1.4 'IBM Plex Sans', 'IBM Plex Sans Arabic', sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: anywhere;
  print-color-adjust: exact;
}
@media screen and (min-width: 320px) {
  .slip { --mm: calc(100cqi / var(--paper)); }
}
@media print {
  .slip { padding-block-end: calc(3 * var(--mm)); }
  .line, .mark, .warning, .notice, .qr, .barcode, .ruler, footer, .total { break-inside: avoid; }
}
`

const parts = `
header { text-align: center; }
.shop { font-size: 1.3em; font-weight: 700; line-height: 1.25; text-wrap: balance; }
.shop-line { font-size: .9em; line-height: 1.35; text-wrap: balance; }
.logo { display: block; inline-size: min(100%, calc(48 * var(--mm))); margin: 0 auto .6em; }
h1 { font-size: 1.1em; font-weight: 600; line-height: 1.35; }
.shop + h1, .shop-line + h1, header .mark + h1 { margin-block-start: .5em; }
h1 span, .replaces span, .mark span, .warning span, .notice span { display: block; unicode-bidi: isolate; }
.mark { background: #000; color: #fff; font-weight: 600; text-align: center; padding: .35em .3em; font-size: .95em; }
header .mark { margin-block-start: .7em; }
.mark:first-child { margin-block-end: 1em; }
.mark:last-child { margin-block-start: 1.1em; }
.warning { margin-block-start: .5em; padding: .3em .5em; border: .14em solid; font-weight: 700; text-wrap: balance; }

.line { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 .8em; }
dt { overflow-wrap: break-word; }
dd { margin-inline-start: auto; max-inline-size: 100%; text-align: end; font-weight: 600; }
.line + .line { margin-block-start: .3em; }
.line-code dd, .line-ref dd { letter-spacing: .02em; }

.subject, .pick-up { margin-block-start: .9em; text-align: center; }
.subject .line, .pick-up .line { display: block; }
.subject dd, .pick-up dd { text-align: center; font-weight: 700; line-height: 1.25; }
.subject dd { font-size: 1.75em; }
.subject-medium dd { font-size: 1.25em; }
.pick-up { border: .2em solid; padding: .35em .5em .45em; }
.pick-up dd { font-size: 2.3em; letter-spacing: .06em; }

.lines { margin-block-start: .8em; padding-block: .7em; border-block: .1em dashed; }

.amount { white-space: nowrap; }
.total { margin-block-start: .7em; }
.total .line { align-items: center; }
.total dt { font-weight: 700; }
.total dd { font-weight: 700; line-height: 1.2; }
.total .amount-large { font-size: 1.9em; }
.total .amount-medium { font-size: 1.5em; }
.total .amount-small { font-size: 1.08em; }
.total .amount > span { font-size: .62em; }
.total .amount-small > span { font-size: .8em; }
.slip-owed .total, .slip-part-owed .total { border: .2em solid; padding: .4em .6em .5em; }
.in-one .slip-owed .total .line, .in-one .slip-part-owed .total .line { display: block; text-align: center; }
.in-one .slip-owed .total dd, .in-one .slip-part-owed .total dd { text-align: center; }
.slip-unsold .total dt, .slip-given-up .total dt { font-weight: 400; }
.slip-unsold .total .amount, .slip-unsold .total .amount > span,
.slip-given-up .total .amount, .slip-given-up .total .amount > span { font-size: 1em; }

.notice { margin-block-start: .9em; text-align: center; text-wrap: pretty; }
.notice span + span { margin-block-start: .6em; }
footer { margin-block-start: .9em; padding-block-start: .7em; border-block-start: .116em dashed; font-size: .86em; }
footer dd { font-weight: 400; }
.qr { display: block; inline-size: calc(22 * var(--mm)); margin: .4em auto; }
.barcode { display: block; inline-size: min(100%, calc(44 * var(--mm))); margin: .6em auto; }
.ruler { display: block; inline-size: calc(48 * var(--mm)); margin: .6em auto; }
.cards { padding-block-end: .7em; border-block-end: .1em dashed; }
.cards .line-code { display: block; text-align: center; }
.cards .line-code dd { border: .1em solid; padding: .25em .3em; text-align: center; font-family: 'IBM Plex Mono', 'IBM Plex Sans Arabic', monospace; font-weight: 600; font-size: 1.3em; }
.card-note { margin-block-start: .4em; text-align: center; font-size: .9em; }
.card-note span { display: block; }
.cards .line + .line { margin-block-start: .3em; }
.lines + .cards { padding-block-start: .7em; }
.farewell { margin-block-start: .8em; text-align: center; font-size: 1.1em; text-wrap: pretty; }
.part { margin-block-start: .8em; }
.signature { margin-block-start: 1em; padding-block-end: 4.5em; border-block-end: 1px solid; break-inside: avoid; }
.signature span { display: block; unicode-bidi: isolate; }
h2 { font-size: 1em; font-weight: 600; }
h2 span { display: block; }
.line-ref { display: block; text-align: center; }
.line-ref dd { text-align: center; font-weight: 600; font-size: 1.08em; }
`

/** One column of words for each language, and what both share between them. */
const bothLanguages = `
.in-both .line { display: grid; grid-template-columns: auto auto; gap: 0 .8em; }
.in-both dt[lang='fr'] { grid-area: 1 / 1; text-align: left; }
.in-both dt[lang='ar'] { grid-area: 1 / 2; text-align: right; }
.in-both dd { grid-area: 2 / 1 / 3 / 3; margin: 0; text-align: center; }
.in-both .lines .line + .line { margin-block-start: .45em; }
.in-both:not(.paper-58) .lines .line { grid-template-columns: minmax(min-content, 1fr) fit-content(100%) minmax(min-content, 1fr); }
.in-both:not(.paper-58) .lines dt[lang='ar'] { grid-area: 1 / 3; }
.in-both:not(.paper-58) .lines dd { grid-area: 1 / 2; }
`

export const slipStylesheet = fontFaces + paper + parts + bothLanguages
