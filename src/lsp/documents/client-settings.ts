/** What the client chooses, at the start and later, and what it is able to do. */
import type { ClientCapabilities } from 'vscode-languageserver-protocol';
import { isPlainObject } from '../../primitives/plain-object.js';

export interface ClientSettings {
  readonly environment: string | undefined;
  readonly codeLens: boolean;
  /** Commands that the client performs itself. */
  readonly clientCommands: readonly string[];
  /** Notifications of our own that the client reads. */
  readonly clientNotifications: readonly string[];
}

export const DEFAULT_CLIENT_SETTINGS: ClientSettings = {
  environment: undefined,
  codeLens: true,
  clientCommands: [],
  clientNotifications: [],
};

/** Takes `{"svc": {…}}` or its inner part; what is left out or has another type stays as it is. */
export function readClientSettings(given: unknown, before: ClientSettings): ClientSettings {
  if (!isPlainObject(given)) return before;
  const inner = isPlainObject(given['svc']) ? given['svc'] : given;
  const { environment, codeLens, clientCommands, clientNotifications } = inner;
  return {
    environment: 'environment' in inner ? nameOf(environment) : before.environment,
    codeLens: typeof codeLens === 'boolean' ? codeLens : before.codeLens,
    clientCommands: textsOf(clientCommands) ?? before.clientCommands,
    clientNotifications: textsOf(clientNotifications) ?? before.clientNotifications,
  };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined;
}

export interface ClientAbilities {
  readonly snippets: boolean;
  readonly versionedEdits: boolean;
  readonly watchesFiles: boolean;
  readonly changesFolders: boolean;
  readonly showsProgress: boolean;
  /** Whether it asks again for colours of names, and for lenses, when it is told that they changed. */
  readonly refreshesTokens: boolean;
  readonly refreshesLenses: boolean;
}

export function abilitiesOf({ textDocument, workspace, window }: ClientCapabilities): ClientAbilities {
  return {
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    changesFolders: workspace?.workspaceFolders === true,
    showsProgress: window?.workDoneProgress === true,
    refreshesTokens: workspace?.semanticTokens?.refreshSupport === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
  };
}
