/** A ref or a request number that support will ask for: shown whole, copied with one press. */
import { type ReactNode, useState } from 'react'
import { useTranslator } from '../counter-context.tsx'
import type { MessageKey } from '../i18n.ts'
import styles from './copyable.module.css'
import { Icon } from './icon.tsx'
import { Ltr, Text } from './text.tsx'

interface CopyableProps {
  readonly what: MessageKey
  readonly text: string
}

export function Copyable({ what, text }: CopyableProps) {
  const { text: say } = useTranslator()
  const [copied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <span className={styles['copyable']}>
      <Ltr>{text}</Ltr>
      <button
        type="button"
        className={styles['copy-button']}
        data-copied={copied || undefined}
        aria-label={copied ? say('sale.copied') : say('sale.copyWhat', { what: say(what) })}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        <span aria-hidden="true">{copied ? say('sale.copied') : say('sale.copy')}</span>
      </button>
    </span>
  )
}

/** Puts a text on the clipboard; false where the system refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The older way, which asks for no permission: a field out of sight is selected and copied. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'visually-hidden'
  document.body.append(field)
  const focused = document.activeElement
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

// What support asks for, and nobody at the counter: folded away until it is opened.

export function Technical({ children }: { readonly children: ReactNode }) {
  return (
    <details className={styles['technical']} data-testid="technical">
      <summary>
        <Text k="sale.technical" />
      </summary>
      {children}
    </details>
  )
}
