/** A scripted client of the language server, in the process of the test or over the streams of the built program. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  CancellationTokenSource,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeResult,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node';
import { serveLsp, type LspSettings } from '../../../src/lsp/serve-lsp.js';
import { openJsonLog } from '../../../src/primitives/json/json-log.js';
import { cleanEnvironment } from './clean-environment.js';
import { builtMain } from './run-svc.js';

export interface LspOptions {
  /** The folders that the client opens. */
  readonly folders?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
}

export interface LspClient {
  readonly initialized: InitializeResult;
  readonly ask: <T = unknown>(method: string, params: object, signal?: AbortSignal) => Promise<T>;
  readonly emit: (method: string, params: object) => Promise<void>;
  /** Opens a document and resolves with its first findings. */
  readonly open: (uri: string, text: string, languageId?: string) => Promise<readonly Diagnostic[]>;
  readonly change: (uri: string, changes: readonly object[], version?: number) => Promise<void>;
  /** Resolves with the next findings of a document that satisfy the condition. */
  readonly published: (
    uri: string,
    isMeant?: (params: PublishDiagnosticsParams) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** What the server has sent beside responses. */
  readonly received: readonly { readonly method: string; readonly params: unknown }[];
  readonly showMessages: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** A client that has shaken hands. */
export async function connectLsp(
  input: Readable,
  output: Writable,
  { folders = [], capabilities = {}, initializationOptions }: LspOptions,
): Promise<LspClient> {
  const connection = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const received: { method: string; params: unknown }[] = [];
  const waiting = new Set<(params: PublishDiagnosticsParams) => void>();
  connection.onNotification((method, params) => {
    received.push({ method, params });
    if (method === 'textDocument/publishDiagnostics')
      for (const notify of waiting) notify(params as PublishDiagnosticsParams);
  });
  connection.onUnhandledProgress((params) => void received.push({ method: '$/progress', params }));
  connection.onRequest((method, params) => {
    received.push({ method, params });
    return null;
  });
  connection.listen();
  const ask: LspClient['ask'] = async (method, params, signal) => {
    const source = new CancellationTokenSource();
    signal?.addEventListener('abort', () => source.cancel(), { once: true });
    return connection.sendRequest(method, params, source.token);
  };
  const initialized = await ask<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities,
    initializationOptions,
    workspaceFolders: folders.map((folder) => ({ uri: uriOf(folder), name: 'folder' })),
  });
  await connection.sendNotification('initialized', {});
  let version = 1;
  const published: LspClient['published'] = (uri, isMeant = () => true) =>
    new Promise((resolve) => {
      const notify = (params: PublishDiagnosticsParams): void => {
        if (params.uri !== uri || !isMeant(params)) return;
        waiting.delete(notify);
        resolve(params.diagnostics);
      };
      waiting.add(notify);
    });
  const emit: LspClient['emit'] = (method, params) => connection.sendNotification(method, params);
  return {
    initialized,
    ask,
    emit,
    received,
    published,
    open: async (uri, text, languageId = 'http') => {
      const found = published(uri);
      await emit('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
      return found;
    },
    change: async (uri, contentChanges, given) => {
      version += 1;
      await emit('textDocument/didChange', {
        textDocument: { uri, version: given ?? version },
        contentChanges,
      });
    },
    showMessages: () =>
      received
        .filter(({ method }) => method === 'window/showMessage')
        .map(({ params }) => (params as { message: string }).message),
    close: async () => {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
    },
  };
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

export interface InnerLsp extends LspClient {
  readonly log: () => readonly Readonly<Record<string, unknown>>[];
  readonly ended: Promise<0 | 1>;
}

/** The server in this process, ended when the test has finished. */
export async function openLsp(
  options: LspOptions & { readonly settings?: Partial<LspSettings> } = {},
): Promise<InnerLsp> {
  const input = new PassThrough();
  const output = new PassThrough();
  const lines: string[] = [];
  const stop = new AbortController();
  const settings: LspSettings = {
    log: openJsonLog({ minLevel: 'debug', write: (line) => lines.push(line) }),
    process: {},
    config: undefined,
    environment: undefined,
    clientProcessId: undefined,
    permissions: { shell: false, database: false },
    history: false,
    isAlive: () => true,
    ...options.settings,
  };
  const ended = serveLsp(settings, { input, output, stop: stop.signal });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const client = await connectLsp(output, input, options);
  const log = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...client, log, ended };
}

export interface LspProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => Buffer;
  readonly stderr: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** `svc lsp` as an editor starts it; ended when the test has finished. */
export function startLsp(cwd: string, args: readonly string[] = []): LspProcess {
  const started = spawnLsp({ cwd, args });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

export interface SpawnOptions {
  /** Its home too. */
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** For processes that several tests share; the caller ends it. */
export function spawnLsp({ cwd, args = [], env = {} }: SpawnOptions): LspProcess {
  const child = spawn(process.execPath, ['--', builtMain, 'lsp', ...args], {
    cwd,
    env: cleanEnvironment(cwd, env),
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  return { child, stdout: () => Buffer.concat(chunks), stderr: () => stderr, ended };
}

/** A message in its frame. */
export function frame(message: unknown): string {
  const text =
    typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...(message as object) });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** The messages of frames; throws when anything stands between them. */
export function readFrames(bytes: Buffer): Readonly<Record<string, unknown>>[] {
  const messages: Record<string, unknown>[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const head = /^Content-Length: (\d+)\r\n\r\n/.exec(rest.subarray(0, 64).toString('latin1'));
    if (head === null) throw new Error(`no frame: ${rest.subarray(0, 80).toString()}`);
    const start = head[0].length;
    const end = start + Number(head[1]);
    messages.push(JSON.parse(rest.subarray(start, end).toString()) as Record<string, unknown>);
    rest = rest.subarray(end);
  }
  return messages;
}
