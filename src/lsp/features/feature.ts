/** A feature adds its handlers and says what it can do. */
import type { CancellationToken, ExecuteCommandParams, ServerCapabilities } from 'vscode-languageserver';
import type { Shape } from '../../primitives/shapes/check-shape.js';
import type { OpenDocument } from '../documents/open-document.js';
import type { Session } from '../documents/session.js';
import type { Handle } from '../protocol/requests.js';

export interface FeatureContext {
  readonly session: Session;
  readonly onRequest: Handle;
  /** The declaration of the settings in a config file. */
  readonly configShape: Shape;
  /** Whether requests can be sent from here. */
  readonly canRun: boolean;
  /** Shows a message to the user. */
  readonly showMessage: (kind: 'info' | 'warning' | 'error', message: string) => void;
  readonly onCommand: (handler: CommandHandler) => void;
  readonly notify: (method: string, params: object) => void;
  /** Publishes the findings of a document again. */
  readonly showFindings: (document: OpenDocument) => void;
}

export type CommandHandler = (
  params: ExecuteCommandParams,
  token: CancellationToken,
  openProgress: () => Promise<ShownProgress>,
) => Promise<unknown>;

/** Progress that the user sees and may cancel. */
export interface ShownProgress {
  readonly report: (done: number, total: number) => void;
  readonly done: () => void;
  readonly onCancel: (cancel: () => void) => void;
}

export interface Feature {
  readonly capabilities: ServerCapabilities;
  /** Left out where nothing can be sent. */
  readonly needsRuns?: true;
  readonly register: (context: FeatureContext) => void;
}
