/**
 * The page that carries a recovery code to paper, in the shop's language. Pure. No inline style or script, as every page
 * of ours; the code is read back from the finished page, so that no paper lacks a part of it.
 */
import { formatDate } from '#shared/dates.ts'
import type { Environment } from '#shared/environments.ts'
import ar from '#shared/locales/recovery/ar.json' with { type: 'json' }
import en from '#shared/locales/recovery/en.json' with { type: 'json' }
import fr from '#shared/locales/recovery/fr.json' with { type: 'json' }
import type { Locale } from '#shared/views.ts'
import { html } from '../receipt/markup.ts'
import { fontFaces } from '../receipt/slip-css.ts'

export const recoveryStylesheetPath = '/recovery/recovery.css'

/** French is the reference: a word that another lacks is a compile error. */
const textsIn: Readonly<Record<Locale, typeof fr>> = { fr, ar, en }

export interface RecoveryPaper {
  readonly code: string
  readonly journal: string
  readonly environment: Environment
  readonly account: string
  readonly atMs: number
}

/** A complete page, one sheet. Throws where it would lack the code. */
export function renderRecoveryPage(paper: RecoveryPaper, locale: Locale): string {
  const texts = textsIn[locale]
  const { label } = texts
  const facts = [
    [label.journal, paper.journal],
    [label.environment, texts.environment[paper.environment]],
    [label.account, paper.account],
    [label.date, formatDate(paper.atMs, locale)],
  ] as const
  const rows = facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)
  const page = html`<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<title>${texts.title}</title>
<link rel="stylesheet" href="${recoveryStylesheetPath}">
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.purpose}</p>
<h2>${texts.code}</h2>
<p class="code" dir="ltr">${paper.code}</p>
<dl>${rows}</dl>
<ol>${texts.steps.map((step) => html`<li>${step}</li>`)}</ol>
<p class="warning">${texts.warning}</p>
</main>
</body>
</html>
`.markup
  if (!page.includes(`>${paper.code}<`)) throw new Error('the page would lack the recovery code')
  return page
}

export const recoveryStylesheet = `${fontFaces}
@page { margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #fff; color: #000; color-scheme: light; }
main {
  inline-size: 210mm;
  padding: 20mm;
  font: 4mm / 1.5 'IBM Plex Sans', 'IBM Plex Sans Arabic', sans-serif;
}
h1 { font-size: 7mm; margin-block-end: 6mm; }
h2 { font-size: 4.5mm; margin-block: 8mm 3mm; }
.code {
  border: 0.6mm solid #000;
  padding: 5mm;
  font: 600 6mm / 1.7 'IBM Plex Sans', monospace;
  font-variant-numeric: slashed-zero tabular-nums;
  overflow-wrap: break-word;
}
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1.5mm 6mm; margin-block: 8mm; }
dt { font-weight: 600; }
ol { padding-inline-start: 6mm; }
.warning { border-inline-start: 1.2mm solid #000; margin-block-start: 8mm; padding-inline-start: 4mm; font-weight: 600; }
`
