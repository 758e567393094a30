import { Component, type ReactNode } from 'react'
import { Failed } from '../ui/states.tsx'

/** Where a page fails, or its file cannot be loaded, the rest of the console goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Failed error={this.state.error} retry={() => location.reload()} />
  }
}
