import type { ReactNode } from 'react'
import styles from './choice-option.module.css'

interface ChoiceOptionProps {
  /** The choice that it is one of. */
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

/** One of several, of which one is chosen. */
export const ChoiceOption = ({ name, isChosen, onChoose, children }: ChoiceOptionProps) => (
  <label className={styles['choice-option']}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span>{children}</span>
  </label>
)
