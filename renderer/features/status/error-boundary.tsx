/** Catches a bug while drawing. React knows no other way than a class for this. */
import { Component, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** What is drawn instead; `again` tries to draw the children once more. */
  readonly fallback: (again: () => void) => ReactNode
  /** Where this becomes another, the children are other ones too, and are drawn again. */
  readonly resetOn?: unknown
}

interface State {
  readonly failed: boolean
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidUpdate({ resetOn }: ErrorBoundaryProps): void {
    // Children that fail again do so with the same `resetOn`, so this ends.
    if (this.state.failed && resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children
  }
}
