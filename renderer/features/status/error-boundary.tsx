/** Catches a bug while drawing. React knows no other way than a class for this. */
import { Component, type ReactNode } from 'react'
import { BrokenScreen } from './broken-screen.tsx'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Takes a new snapshot. */
  readonly onAsk: () => Promise<unknown>
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <BrokenScreen
        onAsk={async () => {
          await this.props.onAsk()
          this.setState({ failed: false })
        }}
      />
    )
  }
}
