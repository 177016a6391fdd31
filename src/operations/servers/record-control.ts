import { ServiceError } from '../../errors.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { jsonBytes } from '../../primitives/threads/json-bytes.js';
import { Lifecycle } from '../../primitives/lifecycle.js';
import { readRanges } from '../../primitives/text/number-ranges.js';
import { timeSlice } from '../../primitives/time-slice.js';
import type { RecordingProxy } from '../../record/recording-proxy.js';
import type { Recording } from '../../record/recordings/recording.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../../record/proxy/target-address.js';
import type { Configuration } from '../settings/configuration.js';
import type { Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';
import type { RecordingsRendering } from '../recordings/perform-rendering.js';
import { toRecordSettings } from '../recordings/record-settings.js';
import type { RecordExport } from '../recordings/recording-text.js';
import type { ReplayResult } from './replay-exchange.js';
import { ServerSettings, type SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { withShutdownError } from '../settings/shutdown-error.js';

export interface RecordStart {
  readonly targetUrl: string;
  readonly port?: number | undefined;
  /** Records the same method and path only once. */
  readonly deduplicate?: boolean | undefined;
  /** Patterns of paths that are forwarded but not recorded. */
  readonly exclude?: readonly string[] | undefined;
  /** Names of additional headers whose values are secret. */
  readonly sanitize?: readonly string[] | undefined;
}

/** The only recording proxy of a workspace. */
export interface RecordControl {
  /** Resolves when the proxy listens. `apiPort` is the port of the API itself, which must not be a target. */
  start(request: RecordStart, apiPort: number): Promise<{ readonly port: number }>;
  /** Returns at once; the recordings are removed when the proxy has stopped. */
  stop(): void;
  /** Returns a line of JSON, like the next two methods. */
  status(): Promise<Uint8Array>;
  /** Returns one recording with headers and bodies. */
  recording(id: string, signal: AbortSignal): Promise<Uint8Array>;
  export(request: ChosenExport, signal: AbortSignal): Promise<Uint8Array>;
  /** Sends a recorded request again and returns the new exchange, without its secrets. */
  replay(id: string, environment: string | undefined, signal: AbortSignal): Promise<ReplayResult>;
  clear(): Promise<void>;
  /** `ids` are numbers and ranges. Returns how many recordings were removed. */
  remove(ids: string): Promise<number>;
  /** Waits until the proxy has stopped, without waiting for its exchanges. */
  close(): Promise<void>;
}

export interface ChosenExport extends RecordExport {
  /** Numbers and ranges; all recordings when left out. */
  readonly ids?: string | undefined;
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

const DEFAULT_PORT = 8081;

export function createRecordControl(input: RecordControlInput): RecordControl {
  const { log } = input.options;
  const settings = new ServerSettings(input.options, input.configuration);
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
  const render = createRenderer(input.engine);
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
    export: async ({ ids, ...text }, signal) => {
      const { proxy } = running();
      return render(await chosenRecordings(proxy, ids), { target: proxy.target, text }, signal);
    },
    replay: async (id, environment, signal) => {
      const { proxy } = running();
      const recording = await recordingOf(proxy, id);
      const { replayExchange } = await import('./replay-exchange.js');
      const chosen = environment || input.environments.active();
      return withShutdownError(replayExchange(recording, proxy, chosen, input.engine, signal), signal);
    },
    clear: async () => (await running().proxy.recordings()).clear(),
    remove: async (ids) => removeChosen(running().proxy, ids),
    close: async () => {
      const { current } = lifecycle;
      lifecycle.stop(({ proxy }) => proxy.stop(0), ended);
      // A proxy that was stopped before may still be waiting for its exchanges.
      await current?.proxy.stop(0);
    },
  };
}

/** Renders outside of the main thread. */
function createRenderer(
  engine: RecordControlInput['engine'],
): (
  recordings: readonly Recording[],
  rendering: Omit<RecordingsRendering, 'count'>,
  signal: AbortSignal,
) => Promise<Uint8Array> {
  return async (recordings, rendering, signal) => {
    const { renderRecordings } = await import('./render-recordings.js');
    return withShutdownError(renderRecordings(recordings, rendering, engine, signal), signal);
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
  { options, environments }: RecordControlInput,
): Promise<Running> {
  // Without the config it is unknown which values are secret.
  const { options: run } = await settings.of(environments.active());
  const { startRecordingProxy } = await import('../../record/recording-proxy.js');
  const { MAX_RECORDED_BODY_BYTES, MAX_RECORDINGS } = await import('../../record/recordings/recordings.js');
  const proxy = await startRecordingProxy({
    ...toRecordSettings(run),
    address,
    addressName: 'targetUrl',
    host: options.host,
    ports: options.ports,
    port: request.port ?? DEFAULT_PORT,
    ownPorts: [apiPort],
    deduplicate: request.deduplicate ?? false,
    exclude: request.exclude ?? [],
    sanitize: request.sanitize ?? [],
    maxBodyBytes: MAX_RECORDED_BODY_BYTES,
    maxRecordings: MAX_RECORDINGS,
    onFault: (error) => options.log('error', `an exchange could not be recorded: ${String(error)}`),
  });
  return { proxy, targetUrl: request.targetUrl };
}

/** Copying the list to a thread would take as long as writing it, so it is written here, with pauses. */
async function statusOf({ proxy, targetUrl }: Running): Promise<Uint8Array> {
  const { list, failed, dropped } = await proxy.recordings();
  const { toRecordingEntry } = await import('../../record/export/recording-view.js');
  const { address, startedAt, target } = proxy;
  const recordings = [...list];
  const start = { running: true, targetUrl, port: address.port, count: recordings.length };
  const end = { failed, dropped, startedAt: new Date(startedAt).toISOString() };
  const line = new ByteBuffer(Infinity);
  const pause = timeSlice(SLICE_MS, 1);
  let before = `${JSON.stringify(start).slice(0, -1)},"recordings":[`;
  for (const recording of recordings) {
    line.append(Buffer.from(before + JSON.stringify(toRecordingEntry(recording, target))));
    before = ',';
    await pause();
  }
  if (recordings.length === 0) line.append(Buffer.from(before));
  line.append(Buffer.from(`],${JSON.stringify(end).slice(1)}\n`));
  return line.take();
}

const SLICE_MS = 4;

/** The schema of the route has checked the form of the ids in a query, but not of one in a path. */
function chosenIds(ids: string): (id: number) => boolean {
  const isChosen = readRanges(ids);
  if (isChosen === undefined) throw new ServiceError('usage', `recording id must be a number: ${ids}`);
  return isChosen;
}

async function chosenRecordings(proxy: RecordingProxy, ids: string | undefined): Promise<Recording[]> {
  const { list } = await proxy.recordings();
  if (ids === undefined) return [...list];
  const isChosen = chosenIds(ids);
  const chosen = list.filter(({ arrival }) => isChosen(arrival));
  if (chosen.length === 0) throw new ServiceError('not-found', `recording not found: ${ids}`);
  return chosen;
}

async function removeChosen(proxy: RecordingProxy, ids: string): Promise<number> {
  const isChosen = chosenIds(ids);
  const removed = (await proxy.recordings()).remove(({ arrival }) => isChosen(arrival));
  if (removed === 0) throw new ServiceError('not-found', `recording not found: ${ids}`);
  return removed;
}

async function recordingOf(proxy: RecordingProxy, id: string): Promise<Recording> {
  if (!/^\d{1,15}$/.test(id)) throw new ServiceError('usage', `recording id must be a number: ${id}`);
  const { list } = await proxy.recordings();
  const found = list.find(({ arrival }) => arrival === Number(id));
  if (found === undefined) throw new ServiceError('not-found', `recording not found: ${id}`);
  return found;
}
