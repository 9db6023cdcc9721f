/**
 * The way of the keyboard to Pay: each warning of the review that is out of sight comes before it, one for each key, because
 * nothing is sold before all of them were seen. Asks the layout, which alone knows what is in sight.
 */

/** The id of what holds Pay. */
export const payButtonId = 'pay'

/** Within the edge of what is looked at. */
const EDGE_PX = 3

/**
 * Brings the first warning into sight whose end is below what is shown, and says whether there was one. Where nothing moves
 * there is no more to be seen.
 */
function showWarningBelow(): boolean {
  const warnings = document.querySelectorAll('.sell-panel .step:has(> .review) > .note')
  return [...warnings].some((warning) => {
    const { left, width, top, bottom } = warning.getBoundingClientRect()
    const isSeen = warning.contains(document.elementFromPoint(left + width / 2, bottom - EDGE_PX))
    if (isSeen || bottom <= 0) return false
    warning.scrollIntoView({ block: 'end' })
    return warning.getBoundingClientRect().top !== top
  })
}

/** Gives Pay the focus. What is hidden by the foot of the review comes into sight first, before the next Enter sells it. */
export function focusPay(): void {
  if (showWarningBelow()) return
  const panel = document.querySelector('.sell-panel')
  const review = panel?.querySelector('.review')
  const foot = panel?.querySelector('.step-foot')
  if (panel && review && foot) {
    const hiddenPx = review.getBoundingClientRect().bottom - foot.getBoundingClientRect().top
    if (hiddenPx > 0) panel.scrollBy({ top: hiddenPx })
  }
  document.querySelector<HTMLElement>(`#${payButtonId} button`)?.focus()
}

/** The button that shows the Tab key, where it can be pressed. */
export const tabButton = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>('.sell-panel button:not([aria-disabled]):has([data-tab])') ?? undefined

/** Gives the button that shows the Tab key the focus. */
export function focusTabButton(): void {
  const button = tabButton()
  if (button?.closest(`#${payButtonId}`) && showWarningBelow()) return
  button?.focus()
}
