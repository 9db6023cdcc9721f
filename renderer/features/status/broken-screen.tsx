/**
 * The screen, or the part of it in which a sale is put together, cannot be sure of what it shows: it says so, and the journal
 * is asked. Never a white page, and never without the open sales where they are known.
 */
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'

export interface BrokenScreenProps {
  /** Takes a new snapshot; the screen comes back where it succeeds. */
  readonly onAsk: () => Promise<unknown>
  /** What is known all the same. */
  readonly children?: ReactNode
}

/** In the place of the whole window. */
export const BrokenScreen = ({ onAsk, children }: BrokenScreenProps) => (
  <main className="full-screen" data-testid="broken">
    <Broken onAsk={onAsk} />
    {children}
  </main>
)

/** In the place of the selling panel: the lists beside it are what they were. */
export const BrokenPanel = ({ onAsk }: BrokenScreenProps) => (
  <main className="sell-panel" data-testid="broken-panel">
    <div className="closed">
      <Broken onAsk={onAsk} />
    </div>
  </main>
)

function Broken({ onAsk }: BrokenScreenProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = async (): Promise<void> => {
    setIsAsking(true)
    await onAsk()
    setIsAsking(false)
  }
  return (
    <>
      <div className="full-screen-said" role="alert">
        <span className="closed-mark">
          <Icon name="in-doubt" />
        </span>
        <h1>
          <Text k="broken.title" />
        </h1>
        <p className="full-screen-todo">
          <Text k="broken.text" />
        </p>
      </div>
      <Button look="main" size="large" isDisabled={isAsking} onPress={() => void ask()}>
        <Text k={isAsking ? 'broken.asking' : 'broken.ask'} />
      </Button>
    </>
  )
}
