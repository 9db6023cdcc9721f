/** The screen cannot be sure of what it shows: it says so, and the journal is asked. Never a white page. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'

export interface BrokenScreenProps {
  /** Takes a new snapshot; the screen comes back where it succeeds. */
  readonly onAsk: () => Promise<unknown>
}

export function BrokenScreen({ onAsk }: BrokenScreenProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = async (): Promise<void> => {
    setIsAsking(true)
    await onAsk()
    setIsAsking(false)
  }
  return (
    <main className="full-screen" role="alert" data-testid="broken">
      <span className="closed-mark">
        <Icon name="in-doubt" />
      </span>
      <h1>
        <Text k="broken.title" />
      </h1>
      <p className="full-screen-todo">
        <Text k="broken.text" />
      </p>
      <Button look="main" size="large" isDisabled={isAsking} onPress={() => void ask()}>
        <Text k={isAsking ? 'broken.asking' : 'broken.ask'} />
      </Button>
    </main>
  )
}
