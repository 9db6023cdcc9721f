/** The rules of WCAG 2.2 AA that a page as it stands breaks. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What other colours and the other direction of the same page can break. */
const ofLooks = ['color-contrast', 'link-in-text-block', 'target-size']

export type Rules = 'all' | 'of-looks'

/** Each broken rule with where it is broken. */
export async function violationsOn(
  page: Page,
  screen: string,
  rules: Rules = 'all',
): Promise<readonly string[]> {
  const runOnly =
    rules === 'all' ? { type: 'tag' as const, values: levels } : { type: 'rule' as const, values: ofLooks }
  await page.evaluate(placeFeet, 'static')
  // The tool opens a window of its own to gather results, which the counter refuses.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // What passed is the most of it, and nobody reads it.
    .options({ runOnly, resultTypes: ['violations'] })
    .analyze()
  await page.evaluate(placeFeet, '')
  return violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map((node) => node.target).join(' ')}`)
}

/**
 * Runs in the page. A foot that stays in sight lies over what scrolls under it, which the tool takes for a target that is too
 * small: while it looks, feet stand where they are written.
 */
function placeFeet(position: string): void {
  for (const foot of document.querySelectorAll<HTMLElement>('.step-foot')) foot.style.position = position
}
