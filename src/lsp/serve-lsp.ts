/** The language server on standard streams, from the first message to the last. */
import type { Readable, Writable } from 'node:stream';
import { createConnection, type WatchDog } from 'vscode-languageserver';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Logger,
} from 'vscode-languageserver-protocol/node';
import type { JsonLog, LogLevel } from '../primitives/json/json-log.js';
import { waitAtMost } from '../primitives/wait-at-most.js';
import { version } from '../version.js';
import { createNodeHost, type NodeHostOptions } from './node/node-host.js';
import { FramedInput } from './node/framed-input.js';
import { INPUT_ENDED } from './protocol/frame-watch.js';
import { GatedReader } from './protocol/gate.js';
import { startServer } from './server.js';

export interface LspSettings extends NodeHostOptions {
  readonly environment: string | undefined;
  /** The process of the client; the server ends with it. */
  readonly clientProcessId: number | undefined;
  readonly isAlive: (processId: number) => boolean;
}

export interface LspStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
}

/** Longer than anything takes that is ended in order. */
const CLOSE_TIMEOUT_MS = 2500;
const ALIVE_INTERVAL_MS = 2000;

/** Resolves with the exit code when the connection has ended and everything is released. */
export async function serveLsp(settings: LspSettings, streams: LspStreams): Promise<0 | 1> {
  const { log } = settings;
  const end = new EndOfServer();
  const watchDog = watchProcesses(settings, end);
  const framed = new FramedInput((problem) => end.with(1, problem));
  const connection = createConnection((_logger) => connect(framed, streams, log), watchDog);
  const server = startServer({ ...settings, connection, host: createNodeHost(settings) });
  connection.onNotification(INPUT_ENDED, () => end.with(1, 'input ended'));
  watchStreams(streams, framed, end);
  log('info', 'start', { version });
  connection.listen();
  const { code, reason } = await end.reached;
  watchDog.stop();
  streams.input.unpipe(framed);
  streams.input.pause();
  await waitAtMost(CLOSE_TIMEOUT_MS, server.close());
  connection.dispose();
  log(code === 0 ? 'info' : 'error', 'stop', { reason });
  return code;
}

function connect(
  framed: FramedInput,
  { output }: LspStreams,
  log: JsonLog,
): ReturnType<typeof createProtocolConnection> {
  const writer = new StreamMessageWriter(output);
  const reader = new GatedReader(new StreamMessageReader(framed), writer, log);
  return createProtocolConnection(reader, writer, loggerOf(log));
}

/** Only the first line, since what follows may be text of a document. */
function loggerOf(log: JsonLog): Logger {
  const at = (level: LogLevel) => (message: string) =>
    log(level, 'protocol', { reason: message.split('\n', 1)[0]?.slice(0, MAX_REASON_CHARS) });
  return { error: at('warn'), warn: at('warn'), info: at('info'), log: at('debug') };
}

const MAX_REASON_CHARS = 200;

/** The first reason to end counts. */
class EndOfServer {
  readonly reached: Promise<{ readonly code: 0 | 1; readonly reason: string }>;
  #reach: (end: { readonly code: 0 | 1; readonly reason: string }) => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => (this.#reach = resolve));
  }

  with(code: 0 | 1, reason: string): void {
    this.#reach({ code, reason });
  }
}

function watchStreams({ input, output, stop }: LspStreams, framed: FramedInput, end: EndOfServer): void {
  input.on('error', () => end.with(1, 'input failed'));
  output.on('error', () => end.with(1, 'output failed'));
  stop.addEventListener('abort', () => end.with(0, 'stopped'), { once: true });
  if (stop.aborted) end.with(0, 'stopped');
  input.pipe(framed);
}

/** Ends the server with the process that started it: the one of the flag, and the one that the client names. */
function watchProcesses(
  { clientProcessId, isAlive }: LspSettings,
  end: EndOfServer,
): WatchDog & { readonly stop: () => void } {
  const watched = new Set(clientProcessId === undefined ? [] : [clientProcessId]);
  const look = (): void => {
    for (const id of watched) if (!isAlive(id)) end.with(1, 'the process of the client is gone');
  };
  const timer = setInterval(look, ALIVE_INTERVAL_MS);
  timer.unref();
  return {
    shutdownReceived: false,
    initialize: ({ processId }) => {
      if (typeof processId === 'number' && Number.isInteger(processId) && processId > 0)
        watched.add(processId);
    },
    exit: (code) => end.with(code === 0 ? 0 : 1, 'exit'),
    stop: () => clearInterval(timer),
  };
}
