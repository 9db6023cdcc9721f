/** The headings of the settings beside them: one stop of Tab, the arrows or a letter choose, Enter leads to the first field under it. */
import { type RefObject, useEffect, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { classNames } from '../../components/class-names.ts'
import { useTranslator } from '../../counter-context.tsx'
import styles from './settings-index.module.css'

interface SettingsIndexProps {
  /** What holds the sections, each with its own heading. */
  readonly of: RefObject<HTMLElement | null>
}

export function SettingsIndex({ of }: SettingsIndexProps) {
  const { text } = useTranslator()
  const [titles, setTitles] = useState<readonly string[]>([])
  // Which sections there are, and in which language, changes under the open dialog.
  useEffect(() => {
    const part = of.current
    if (part === null) return undefined
    const read = () => setTitles((before) => sameOr(before, titlesIn(part)))
    read()
    const watch = new MutationObserver(read)
    watch.observe(part, { childList: true, characterData: true, subtree: true })
    return () => watch.disconnect()
  }, [of])
  const open = (place: number): void => {
    const section = headingsIn(of.current)[place]?.parentElement
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true })
  }
  return (
    <ListBox
      className={classNames(styles['settings-index'])}
      aria-label={text('settings.index')}
      autoFocus="first"
      onAction={(place) => open(Number(place))}
    >
      {titles.map((title, place) => (
        <ListBoxItem
          key={title}
          id={place}
          textValue={title}
          className={classNames(styles['settings-place'])}
        >
          {title}
        </ListBoxItem>
      ))}
    </ListBox>
  )
}

/** Of a choice it is the one that is chosen: the others are reached by the arrows. */
const firstField = 'input:not([tabindex="-1"]), button:not([tabindex="-1"])'

const headingsIn = (part: HTMLElement | null): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('section > section > h3') ?? []),
]

const titlesIn = (part: HTMLElement): readonly string[] =>
  headingsIn(part).map(({ textContent }) => textContent)

/** The list as it was where nothing in it has changed: nothing is drawn again. */
const sameOr = (before: readonly string[], now: readonly string[]): readonly string[] =>
  before.join('\n') === now.join('\n') ? before : now
