/**
 * A bug while drawing shows the customer an empty screen, never an error, until there is something else to draw. React knows
 * no other way than a class for this.
 */
import { Component, type ReactNode } from 'react'

export interface ShowNothingProps {
  /** What is drawn inside: another one is tried anew. */
  readonly of: unknown
  readonly children: ReactNode
}

export class ShowNothing extends Component<ShowNothingProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidUpdate(before: ShowNothingProps): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? <main className="display" data-scene="idle" /> : this.props.children
  }
}
