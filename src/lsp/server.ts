/** The language server, in whatever place it runs: it takes a connection and a host. */
import {
  DidChangeWatchedFilesNotification,
  MessageType,
  TextDocumentSyncKind,
  type Connection,
  type DidChangeConfigurationParams,
  type DidChangeWatchedFilesParams,
  type DidChangeWorkspaceFoldersParams,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { JsonLog } from '../primitives/json/json-log.js';
import { version } from '../version.js';
import { abilitiesOf, readClientSettings } from './documents/client-settings.js';
import { Diagnostics } from './documents/diagnostics.js';
import type { OpenDocument } from './documents/open-document.js';
import { createRefresher, type Refresher } from './documents/refresher.js';
import { Session } from './documents/session.js';
import { FEATURES } from './features/all-features.js';
import { registerCommands } from './command-progress.js';
import type { Feature, FeatureContext } from './features/feature.js';
import type { Host } from './host/host.js';
import { notificationHandler, requestHandler, type HandlerRegistry } from './protocol/requests.js';
import { pathBelow } from './protocol/uris.js';

export interface ServerOptions {
  readonly connection: Connection;
  readonly host: Host;
  readonly log: JsonLog;
  /** The environment of the command line. */
  readonly environment?: string | undefined;
}

export interface LanguageServer {
  /** Ends everything that goes on; nothing is sent any more. */
  readonly close: () => Promise<void>;
}

export function startServer({ connection, host, log, environment }: ServerOptions): LanguageServer {
  const showMessage: ShowMessage = (kind, message) =>
    void connection.sendNotification('window/showMessage', { type: MESSAGE_TYPES[kind], message });
  const diagnostics: Diagnostics = new Diagnostics({
    session: () => session,
    send: (params) => void connection.sendDiagnostics(params),
    log,
  });
  const session: Session = new Session(host, log, environment, {
    onText: (document, cause) => onText(document, cause, diagnostics),
    onClose: (document) => void onClose(document, session, diagnostics),
    onFilesChanged: (folder) => {
      diagnostics.again((document) => pathBelow(folder, document.uri) !== undefined);
      refresher.refresh('semanticTokens');
    },
    onWarning: (message) => showMessage('warning', message),
  });
  const refresher = createRefresher({
    session: () => session,
    sendRequest: (method) => connection.sendRequest(method),
  });
  const context: ServerContext = { connection, host, log, session, diagnostics, refresher, showMessage };
  const registry = connection as unknown as HandlerRegistry;
  registerLifecycle(context, registry);
  registerDocuments(context, registry);
  registerWorkspace(context, registry);
  const onRequest = requestHandler(registry, log);
  const featureContext: FeatureContext = {
    session,
    onRequest,
    canRun: host.canRun,
    configShape: host.configShape,
    showMessage,
    onCommand: (handler) => registerCommands(context, handler),
    notify: (method, params) => void connection.sendNotification(method, params),
    showFindings: (document) => diagnostics.show(document),
  };
  for (const { register } of featuresOf(host)) register(featureContext);
  return {
    close: async () => {
      diagnostics.close();
      await session.folders.close();
      await host.close?.();
    },
  };
}

function featuresOf({ canRun }: Host): readonly Feature[] {
  return FEATURES.filter(({ needsRuns }) => needsRuns !== true || canRun);
}

type ShowMessage = (kind: keyof typeof MESSAGE_TYPES, message: string) => void;

const MESSAGE_TYPES = {
  error: MessageType.Error,
  warning: MessageType.Warning,
  info: MessageType.Info,
} as const;

interface ServerContext extends ServerOptions {
  readonly session: Session;
  readonly diagnostics: Diagnostics;
  readonly refresher: Refresher;
  readonly showMessage: ShowMessage;
}

function registerLifecycle(context: ServerContext, registry: HandlerRegistry): void {
  const { connection, session, log } = context;
  let folders: readonly string[] = [];
  connection.onInitialize((params) => {
    session.abilities = abilitiesOf(params.capabilities ?? {});
    session.settings = readClientSettings(params.initializationOptions, session.settings);
    folders = foldersOf(params);
    registerFolders(context, registry);
    return initializeResult(session, featuresOf(context.host));
  });
  const onNotification = notificationHandler(registry, log);
  onNotification('initialized', async () => {
    await Promise.all(folders.map((uri) => session.folders.add(uri)));
    if (session.abilities.watchesFiles) await watchFiles(context);
    await warnOfEnvironment(context);
  });
  connection.onShutdown(async () => {
    context.diagnostics.close();
    await session.folders.close();
  });
}

function initializeResult({ abilities }: Session, features: readonly Feature[]): InitializeResult {
  return {
    serverInfo: { name: 'svc', version },
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: { includeText: false },
      },
      ...(abilities.changesFolders && {
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      }),
      ...capabilitiesOf(features),
    },
  };
}

function capabilitiesOf(features: readonly Feature[]): ServerCapabilities {
  const all: ServerCapabilities = {};
  for (const { capabilities } of features) Object.assign(all, capabilities);
  return all;
}

/** Older clients name one folder only. */
function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (Array.isArray(workspaceFolders)) return workspaceFolders.map(({ uri }) => uri).filter(isText);
  return typeof rootUri === 'string' ? [rootUri] : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function registerDocuments({ session, log }: ServerContext, registry: HandlerRegistry): void {
  const onNotification = notificationHandler(registry, log);
  const { documents } = session;
  onNotification('textDocument/didOpen', documents.open.bind(documents));
  onNotification('textDocument/didChange', documents.change.bind(documents));
  onNotification('textDocument/didSave', documents.save.bind(documents));
  onNotification('textDocument/didClose', documents.close.bind(documents));
}

function onText(document: OpenDocument, cause: 'open' | 'change' | 'save', diagnostics: Diagnostics): void {
  if (cause === 'change') diagnostics.soon(document);
  else diagnostics.now(document);
}

async function onClose(document: OpenDocument, session: Session, diagnostics: Diagnostics): Promise<void> {
  diagnostics.clear(document);
  await session.folders.release(session.documents.all().map(({ uri }) => uri));
}

/** Only now, because the library registers a handler of its own while it initializes, which would replace an earlier one. */
function registerFolders({ session, diagnostics, log }: ServerContext, registry: HandlerRegistry): void {
  notificationHandler(registry, log)(
    'workspace/didChangeWorkspaceFolders',
    async ({ event }: DidChangeWorkspaceFoldersParams) => {
      for (const { uri } of event.removed) await session.folders.remove(uri);
      for (const { uri } of event.added) await session.folders.add(uri);
      await session.folders.release(session.documents.all().map(({ uri }) => uri));
      diagnostics.again(() => true);
    },
  );
}

function registerWorkspace(context: ServerContext, registry: HandlerRegistry): void {
  const { session, diagnostics, refresher, log } = context;
  const onNotification = notificationHandler(registry, log);
  onNotification('workspace/didChangeConfiguration', async ({ settings }: DidChangeConfigurationParams) => {
    const { environment, settings: before } = session;
    session.settings = readClientSettings(settings, before);
    if (session.settings.codeLens !== before.codeLens) refresher.refresh('codeLens');
    if (session.environment === environment) return;
    diagnostics.again(() => true);
    await warnOfEnvironment(context);
  });
  onNotification('workspace/didChangeWatchedFiles', ({ changes }: DidChangeWatchedFilesParams) => {
    for (const { uri, host: folder } of session.folders.all()) {
      const paths = changes.flatMap((change) => pathBelow(uri, change.uri) ?? []);
      if (paths.length > 0) folder.noteChanged(paths);
    }
  });
}

/** An environment that no folder defines is a mistake of whoever chose it. */
async function warnOfEnvironment({ session, showMessage }: ServerContext): Promise<void> {
  const { environment } = session;
  if (environment === undefined) return;
  const found = await Promise.all(
    session.folders.ofClient().map(({ host }) => host.environments(environment)),
  );
  const [warning] = found[0]?.warnings ?? [];
  if (warning !== undefined && found.every(({ warnings }) => warnings.length > 0))
    showMessage('warning', `svc: ${warning}`);
}

async function watchFiles({ connection, host }: ServerContext): Promise<void> {
  const watchers = host.watchPatterns.map((globPattern) => ({ globPattern }));
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
