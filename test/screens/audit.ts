/**
 * What a machine can see wrong with a screen, reported by name: text that is cut or that no scrolling brings into sight, things
 * to press that lie over each other, numbers whose parts stand in the wrong order, and places that are not mirrored.
 *
 * Invariant: this runs inside the page, put there as text by page-script.ts: it imports nothing.
 */

/** Rounding of fractions of pixels is no flaw. */
const slackPx = 1.5
/** WCAG 2.2, 2.5.8: the least that a target measures. */
const leastTargetPx = 24
const saidCharacters = 40

const nameOf = (element: Element): string => {
  const own = `${element.tagName.toLowerCase()}${[...element.classList].map((one) => `.${one}`).join('')}`
  const parent = element.parentElement
  return parent && element.classList.length === 0 && parent !== document.body
    ? `${nameOf(parent)} ${own}`
    : own
}

function flaw(what: string, element: Element, text = ''): string {
  const said = text.trim().slice(0, saidCharacters)
  return `${what}: ${nameOf(element)}${said === '' ? '' : ` “${said}”`}`
}

/** Left to who listens, always or in a small window. */
const isClippedAway = (element: Element | null): boolean =>
  element !== null &&
  (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement))

const isHidden = (element: Element): boolean =>
  element.closest('[hidden], iframe, [inert]') !== null ||
  isClippedAway(element) ||
  !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll'
const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'

interface Span {
  readonly from: number
  readonly to: number
}

/** What is left of a span inside a frame; a point of the frame where scrolling moved it out of sight. */
function within(span: Span, frame: Span): Span {
  const from = Math.max(span.from, frame.from)
  const to = Math.min(span.to, frame.to)
  return from <= to ? { from, to } : { from: frame.from, to: frame.from }
}

const isOutside = (span: Span, frame: Span): boolean =>
  span.from < frame.from - slackPx || span.to > frame.to + slackPx

interface Place {
  readonly x: Span
  readonly y: Span
}

const placeOf = (box: DOMRect): Place => ({
  x: { from: box.left, to: box.right },
  y: { from: box.top, to: box.bottom },
})

function isCutBy(element: Element, { x, y }: Place): boolean {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
  const frame = placeOf(element.getBoundingClientRect())
  const isDeliberate = textOverflow === 'ellipsis'
  return (
    (clips(overflowX) && !isDeliberate && isOutside(x, frame.x)) ||
    (clips(overflowY) && isOutside(y, frame.y))
  )
}

/** Where it is, once what scrolls has brought it into sight, and what shortens it has. */
function broughtInto(element: Element, { x, y }: Place): Place {
  const { overflowX, overflowY, textOverflow } = getComputedStyle(element)
  const frame = placeOf(element.getBoundingClientRect())
  const isShortened = clips(overflowX) && textOverflow === 'ellipsis'
  return {
    x: scrolls(overflowX) || isShortened ? within(x, frame.x) : x,
    y: scrolls(overflowY) ? within(y, frame.y) : y,
  }
}

/** What cuts a box that lies in `from`: something that does not scroll there, or the window's own edge. */
function cutterOf(box: DOMRect, from: Element): Element | undefined {
  let place = placeOf(box)
  for (let at: Element | null = from; at; at = at.parentElement) {
    if (isCutBy(at, place)) return at
    place = broughtInto(at, place)
    if (getComputedStyle(at).position === 'fixed') break
  }
  const isTooLow = !doesPageScroll() && isOutside(place.y, { from: 0, to: innerHeight })
  return isTooLow || isOutside(place.x, { from: 0, to: innerWidth }) ? document.documentElement : undefined
}

const doesPageScroll = (): boolean => getComputedStyle(document.body).overflowY !== 'hidden'

/** Every text in sight, with the element that holds it and the boxes of its lines. */
function textsInSight() {
  const texts: { readonly node: Text; readonly element: Element; readonly lines: readonly DOMRect[] }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!(node instanceof Text) || !element || node.data.trim() === '' || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    texts.push({ node, element, lines: [...range.getClientRects()] })
  }
  return texts
}

/** The box that a text is laid out in. */
function holderOf(element: Element): Element {
  let holder = element
  while (holder.parentElement && getComputedStyle(holder).display === 'inline') holder = holder.parentElement
  return holder
}

/** Text that is wider than the box that holds it lies over its neighbours. */
function isTooWide(lines: readonly DOMRect[], holder: Element): boolean {
  const style = getComputedStyle(holder)
  if (scrolls(style.overflowX) || style.textOverflow === 'ellipsis') return false
  const frame = placeOf(holder.getBoundingClientRect())
  return lines.some((line) => isOutside(placeOf(line).x, frame.x))
}

const groupedNumber = /[+-]?\d[\d.,:]*(?:[ \u00a0\u202f/*•·-]+[\d•]+[\d.,:]*)+/g
/** Parts of one line stand at one height. */
const sameLinePx = 4

/** Numbers that are written in groups, and whose groups do not run from left to right, as they do in every language. */
function brokenNumbersIn(node: Text): readonly string[] {
  const range = document.createRange()
  const boxOf = (from: number, length: number): DOMRect => {
    range.setStart(node, from)
    range.setEnd(node, from + length)
    return range.getBoundingClientRect()
  }
  const isBroken = (found: RegExpExecArray): boolean => {
    const parts = [...found[0].matchAll(/[\d•]+/g)].map((part) =>
      boxOf(found.index + part.index, part[0].length),
    )
    return parts.some((box, place) => {
      const before = parts[place - 1]
      return before !== undefined && Math.abs(before.top - box.top) < sameLinePx && before.left > box.left
    })
  }
  return [...node.data.matchAll(groupedNumber)].filter(isBroken).map(([number]) => number)
}

function textFlaws(): readonly string[] {
  return textsInSight().flatMap(({ node, element, lines }) => {
    const holder = holderOf(element)
    const cutters = lines.flatMap((line) => cutterOf(line, element) ?? [])
    return [
      ...cutters.map((cutter) => flaw(`cut by ${nameOf(cutter)}`, element, node.data)),
      ...(isTooWide(lines, holder) ? [flaw('text wider than its box', holder, node.data)] : []),
      ...brokenNumbersIn(node).map((number) => flaw('a number out of order', element, number)),
    ]
  })
}

/** What is seen of an element: not what scrolling has moved out of sight. */
function seenOf(one: Element): DOMRect | undefined {
  let { x, y } = placeOf(one.getBoundingClientRect())
  for (let at = one.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible' || at === document.body) continue
    const frame = placeOf(at.getBoundingClientRect())
    x = within(x, frame.x)
    y = within(y, frame.y)
  }
  return x.to - x.from > 2 && y.to - y.from > 2
    ? new DOMRect(x.from, y.from, x.to - x.from, y.to - y.from)
    : undefined
}

const pressables = 'button, a[href], input, textarea, select, .segment'

function pressableInSight(): readonly Element[] {
  const room = document.querySelector('[role="dialog"]') ?? document.body
  return [...room.querySelectorAll(pressables)].filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    return !isHidden(one) && width > 1 && height > 1
  })
}

/** What keeps its place in the window while the rest scrolls. */
function keeperOf(one: Element): Element | null {
  const { position } = getComputedStyle(one)
  if (position === 'sticky' || position === 'fixed') return one
  return one.parentElement && keeperOf(one.parentElement)
}

/** Whether what lies under something that keeps its place, at the foot or at the head, can be scrolled clear of it. */
function canBeCleared(under: Element, keeper: Element): boolean {
  const [place, over] = [under.getBoundingClientRect(), keeper.getBoundingClientRect()]
  const isFoot = over.top + over.bottom > innerHeight
  const byPx = isFoot ? place.bottom - over.top : over.bottom - place.top
  for (let at = under.parentElement; at; at = at.parentElement) {
    if (at !== document.documentElement && !scrolls(getComputedStyle(at).overflowY)) continue
    const leftPx = isFoot ? at.scrollHeight - at.clientHeight - at.scrollTop : at.scrollTop
    if (leftPx >= byPx) return true
  }
  return false
}

function doLieOver(one: Element, other: Element): boolean {
  if (one.contains(other) || other.contains(one)) return false
  const [a, b] = [seenOf(one), seenOf(other)]
  if (!a || !b) return false
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 2 || height <= 2) return false
  const [keeper, otherKeeper] = [keeperOf(one), keeperOf(other)]
  if (keeper === otherKeeper) return true
  if (otherKeeper && (keeper?.contains(otherKeeper) ?? true)) return !canBeCleared(one, otherKeeper)
  if (keeper && (otherKeeper?.contains(keeper) ?? true)) return !canBeCleared(other, keeper)
  return true
}

function isTooSmall(one: Element): boolean {
  if (one.matches('[type="radio"], [type="checkbox"]')) return false
  const { width, height } = one.getBoundingClientRect()
  return Math.min(width, height) < leastTargetPx
}

function pressingFlaws(): readonly string[] {
  const all = pressableInSight()
  return all.flatMap((one, place) => [
    ...all
      .slice(place + 1)
      .filter((other) => doLieOver(one, other))
      .map((other) => flaw(`lies over ${nameOf(other)}`, one, one.textContent ?? '')),
    ...(isTooSmall(one) ? [flaw('too small to press', one, one.textContent ?? '')] : []),
  ])
}

function scrollFlaws(): readonly string[] {
  const wider = document.documentElement.scrollWidth - innerWidth
  // A table of figures may need both directions (WCAG 1.4.10), where the keyboard reaches and scrolls it.
  const isTable = (one: Element) =>
    one.matches('[tabindex="0"]') && one.querySelector(':scope > table') !== null
  const sideways = [...document.querySelectorAll('body *')].filter(
    (one) =>
      !isTable(one) &&
      scrolls(getComputedStyle(one).overflowX) &&
      one.scrollWidth > one.clientWidth + 1 &&
      !isHidden(one),
  )
  return [
    ...(wider > 0 ? [`the page is ${wider} px wider than its window`] : []),
    ...sideways.map((one) => flaw('scrolls sideways', one)),
  ]
}

/** Every flaw of the screen as it stands. */
export const findFlaws = (): readonly string[] => [
  ...new Set([...textFlaws(), ...pressingFlaws(), ...scrollFlaws()]),
]

/** What is written from the left in every language keeps its order. */
const keepsOrder = '[dir="ltr"], svg, iframe, .visually-hidden, .segment input'

/**
 * Boxes that do not stand mirrored where the page is turned over: the same texts are laid out from the left and from the
 * right, and each box must be its own reflection.
 */
export function findUnmirrored(): readonly string[] {
  const { documentElement: page } = document
  const boxes = [...document.querySelectorAll('body *')].filter((one) => {
    const { display } = getComputedStyle(one)
    return one.closest(keepsOrder) === null && !['inline', 'none', 'contents'].includes(display)
  })
  const measure = (direction: 'ltr' | 'rtl') => {
    page.dir = direction
    return boxes.map((one) => one.getBoundingClientRect())
  }
  const before = page.dir
  const fromLeft = measure('ltr')
  const fromRight = measure('rtl')
  page.dir = before
  const isMirrored = (left: DOMRect | undefined, right: DOMRect | undefined): boolean =>
    !left || !right || left.width < 1 || Math.abs(left.left - (innerWidth - right.right)) <= slackPx
  return [
    ...new Set(
      boxes.flatMap((one, place) =>
        isMirrored(fromLeft[place], fromRight[place]) ? [] : [flaw('not mirrored', one)],
      ),
    ),
  ]
}
