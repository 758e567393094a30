import { Component, type ReactNode } from 'react'
import { Failed } from '../ui/states.tsx'

/** A screen that fails, or whose file cannot be fetched, leaves the rest of the console standing. */
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
