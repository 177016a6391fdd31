/** A feature adds its handlers and says what it can do. */
import type { ServerCapabilities } from 'vscode-languageserver';
import type { Session } from '../documents/session.js';
import type { Handle } from '../protocol/requests.js';

export interface FeatureContext {
  readonly session: Session;
  readonly onRequest: Handle;
  /** Shows a message to the user. */
  readonly showMessage: (kind: 'info' | 'warning' | 'error', message: string) => void;
}

export interface Feature {
  readonly capabilities: ServerCapabilities;
  readonly register: (context: FeatureContext) => void;
}
