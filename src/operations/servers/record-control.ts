import { ServiceError } from '../../errors.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { jsonBytes } from '../../primitives/threads/json-bytes.js';
import { Lifecycle } from '../../primitives/lifecycle.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import type { Recording } from '../../record/recordings/recording.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';
import type { Configuration } from '../settings/configuration.js';
import type { Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';
import type { RecordingsRendering } from '../recordings/perform-rendering.js';
import { recordSettings } from '../recordings/record-settings.js';
import type { RecordExport } from '../recordings/recording-text.js';
import { ServerSettings, type SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { orShuttingDown } from '../settings/shutting-down.js';

export interface RecordStart {
  readonly targetUrl: string;
  readonly port?: number | undefined;
  /** The same method and path is recorded once. */
  readonly deduplicate?: boolean | undefined;
  /** Path patterns of what is forwarded only. */
  readonly exclude?: readonly string[] | undefined;
  /** Names of headers that hold secrets, beside the usual ones. */
  readonly sanitize?: readonly string[] | undefined;
}

/** The recording proxy of a workspace, of which there is one (server.md 13). */
export interface RecordControl {
  /** It listens when this returns. `apiPort`: of the API itself, which is no target. */
  start(request: RecordStart, apiPort: number): Promise<{ readonly port: number }>;
  /** Returns at once; the recordings are gone when it has ended. */
  stop(): void;
  /** A line of JSON, like the next two. */
  status(): Promise<Uint8Array>;
  /** One recording with headers and bodies. */
  recording(id: string, signal: AbortSignal): Promise<Uint8Array>;
  export(request: RecordExport, signal: AbortSignal): Promise<Uint8Array>;
  clear(): Promise<void>;
  /** When it has ended; nothing is waited for. */
  close(): Promise<void>;
}

export interface RecordControlInput {
  readonly options: SettingsOptions & Pick<ServiceOptions, 'host' | 'ports'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
}

interface Running {
  readonly proxy: RecordingProxy;
  readonly targetUrl: string;
}

type Render = (
  recordings: readonly Recording[],
  rendering: Omit<RecordingsRendering, 'count'>,
  signal: AbortSignal,
) => Promise<Uint8Array>;

const DEFAULT_PORT = 8081;

export function createRecordControl(input: RecordControlInput): RecordControl {
  const { log } = input.options;
  const settings = new ServerSettings(input.options);
  const lifecycle = new Lifecycle<Running>(
    () => new ServiceError('conflict', 'a recording proxy is already running'),
  );
  const ended = (error?: unknown): void => {
    if (error === undefined) log('info', 'recording proxy stopped');
    else log('error', `recording proxy ended with an error: ${error instanceof Error ? error.message : ''}`);
  };
  const running = (): Running => {
    const { current } = lifecycle;
    if (current === undefined || lifecycle.state !== 'running') throw notRunning();
    return current;
  };
  const render: Render = async (recordings, rendering, signal) => {
    const { renderRecordings } = await import('./render-recordings.js');
    return orShuttingDown(renderRecordings(recordings, rendering, input.engine, signal), signal);
  };
  return {
    start: async (request, apiPort) => {
      const address = readTargetAddress(request.targetUrl);
      if (address === undefined) throw new ServiceError('usage', `targetUrl must be ${TARGET_RULE}`);
      const { proxy } = await lifecycle.start(() => startProxy(request, address, apiPort, settings, input));
      log('info', 'recording proxy started', { port: proxy.address.port });
      return { port: proxy.address.port };
    },
    stop: () => {
      if (lifecycle.state === 'stopping') return;
      if (!lifecycle.stop(({ proxy }) => proxy.stop(), ended)) throw notRunning();
    },
    status: async () =>
      lifecycle.current ? statusOf(lifecycle.current) : jsonBytes({ running: false, count: 0 }, '\n'),
    recording: async (id, signal) => {
      const { proxy } = running();
      return render([await recordingOf(proxy, id)], { target: proxy.target }, signal);
    },
    export: async (text, signal) => {
      const { proxy } = running();
      const { list } = await proxy.recordings();
      return render([...list], { target: proxy.target, text }, signal);
    },
    clear: async () => (await running().proxy.recordings()).clear(),
    close: async () => {
      const { current } = lifecycle;
      lifecycle.stop(({ proxy }) => proxy.stop(0), ended);
      // One that was stopped before still gives its exchanges time.
      await current?.proxy.stop(0);
    },
  };
}

function notRunning(): ServiceError {
  return new ServiceError('usage', 'no recording proxy is running');
}

async function startProxy(
  request: RecordStart,
  address: TargetAddress,
  apiPort: number,
  settings: ServerSettings,
  { options, configuration, environments }: RecordControlInput,
): Promise<Running> {
  // Without it nobody knows what is secret.
  const config = await configuration.current();
  const { options: run } = await settings.of(config, environments.active());
  const { startRecordingProxy } = await import('../../record/recording-proxy.js');
  const { MAX_RECORDED_BODY_BYTES: LARGEST_BODY, MAX_RECORDINGS: MOST_RECORDINGS } =
    await import('../../record/recordings/recordings.js');
  const proxy = await startRecordingProxy({
    ...recordSettings(run),
    address,
    host: options.host,
    ports: options.ports,
    port: request.port ?? DEFAULT_PORT,
    ownPorts: [apiPort],
    deduplicate: request.deduplicate ?? false,
    exclude: request.exclude ?? [],
    sanitize: request.sanitize ?? [],
    maxBodyBytes: LARGEST_BODY,
    maxRecordings: MOST_RECORDINGS,
    onFault: (error) => options.log('error', `an exchange could not be recorded: ${String(error)}`),
  });
  return { proxy, targetUrl: request.targetUrl };
}

/** Copying what is shown of recordings to a thread takes as long as writing it: it is written here, with pauses. */
async function statusOf({ proxy, targetUrl }: Running): Promise<Uint8Array> {
  const { list, failed, dropped } = await proxy.recordings();
  const { recordingEntry } = await import('../../record/export/recording-view.js');
  const { address, startedAt, target } = proxy;
  const recordings = [...list];
  const start = { running: true, targetUrl, port: address.port, count: recordings.length };
  const end = { failed, dropped, startedAt: new Date(startedAt).toISOString() };
  const line = new ByteBuffer(Infinity);
  const pause = timeSlice(SLICE_MS, 1);
  let before = `${JSON.stringify(start).slice(0, -1)},"recordings":[`;
  for (const recording of recordings) {
    line.append(Buffer.from(before + JSON.stringify(recordingEntry(recording, target))));
    before = ',';
    await pause();
  }
  if (recordings.length === 0) line.append(Buffer.from(before));
  line.append(Buffer.from(`],${JSON.stringify(end).slice(1)}\n`));
  return line.take();
}

const SLICE_MS = 4;

async function recordingOf(proxy: RecordingProxy, id: string): Promise<Recording> {
  if (!/^\d{1,15}$/.test(id)) throw new ServiceError('usage', `recording id must be a number: ${id}`);
  const { list } = await proxy.recordings();
  const found = list.find(({ arrival }) => arrival === Number(id));
  if (found === undefined) throw new ServiceError('not-found', `recording not found: ${id}`);
  return found;
}
