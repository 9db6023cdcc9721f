/** Starts the window: builds the parts, joins them, draws. Holds the only handle on window.comptoir. */
import './styles/tokens.css'
import './styles/base.css'
import './styles/phases.css'
import './styles/layout.css'
import { createRoot } from 'react-dom/client'
import * as z from 'zod'
import type { SaleView } from '#shared/views.ts'
import { App } from './app.tsx'
import { createClient } from './client.ts'
import { sendDisplaySubject } from './features/display/send-display-subject.ts'
import { noteEndedLinks } from './features/payment-link/kept.ts'
import { createApprovals } from './features/people/approval.ts'
import { printsCodes } from './features/printing/job-note.tsx'
import { isNews, isNewsAtStart } from './features/sales/news.ts'
import { forgetInHand, keepInHand } from './features/sell/in-hand.ts'
import { createSelling } from './features/sell/sell-store.ts'
import { createScreen } from './screen-store.ts'
import { createCounter } from './store.ts'

// The page's policy forbids code made from text, which zod would otherwise try for speed.
z.config({ jitless: true })

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

const approvals = createApprovals(createClient(window.comptoir))
const { client } = approvals
const counter = createCounter({
  client,
  wait,
  onSale: (before, after) => {
    if (before?.phase !== after.phase) screen.markChanged(after.ref)
    if (isNews(before, after) && !isInHand(after)) screen.addSaleNote(after)
  },
  onFirst: (sales, { startedAtMs }) => {
    // The lists begin with the newest. Notes are added in the order of the sales, so that the newest note stands first.
    const isNewsNow = (sale: SaleView) => isNewsAtStart(sale, startedAtMs, counter.hasLateCodes(sale.ref))
    for (const sale of sales.filter(isNewsNow).reverse()) screen.addSaleNote(sale)
  },
  onPressed: (sale) => screen.openSale(sale),
  onAccount: () => {
    forgetInHand(sessionStorage)
    location.reload()
  },
})
const screen = createScreen(counter, localStorage)
const selling = createSelling({
  client,
  wait,
  sales: counter,
  isHeld: () => approvals.store.getState().waiting !== null,
  onShow: (sale) => screen.openSale(sale),
  signed: () =>
    counter.store.getState().mirror?.till?.people.isOn ? {} : { who: screen.store.getState().who },
  isPrinted: (sale) => !printsCodes(counter.store.getState().mirror?.printJobs ?? [], sale),
  onRefused: (error) => screen.addNote({ kind: 'error', error }),
})

/** The sale whose outcome is on the screen needs no note. */
const isInHand = (sale: SaleView): boolean => {
  const { step } = selling.store.getState()
  return step.kind === 'outcome' && step.ref === sale.ref
}

const place = document.getElementById('counter')
if (!place) throw new Error('the page has no place for the counter')
counter.start()
sendDisplaySubject(client, selling)
noteEndedLinks(selling, screen)
void keepInHand({ client, selling, screen, storage: sessionStorage, wait })
createRoot(place).render(<App parts={{ client, counter, selling, screen, approvals }} />)
