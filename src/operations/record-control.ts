import { ServiceError } from '../errors.js';
import { Lifecycle } from '../primitives/lifecycle.js';
import type { RecordingProxy } from '../record/recording-proxy.js';
import type { RecordingEntry, WholeRecording } from '../record/recording-view.js';
import { readTargetAddress, TARGET_RULE, type TargetAddress } from '../record/target-address.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import { recordSettings } from './record-settings.js';
import { recordingText, type RecordExport } from './recording-text.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';
import type { ServiceOptions } from './service-options.js';

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

export interface RecordStatus {
  readonly running: true;
  readonly targetUrl: string;
  readonly port: number;
  readonly count: number;
  readonly recordings: readonly RecordingEntry[];
  /** Requests that the target did not answer. */
  readonly failed: number;
  /** Exchanges for which there was no place. */
  readonly dropped: number;
  readonly startedAt: string;
}

/** The recording proxy of a workspace, of which there is one (server.md 13). */
export interface RecordControl {
  /** It listens when this returns. `apiPort`: of the API itself, which is no target. */
  start(wish: RecordStart, apiPort: number): Promise<{ readonly port: number }>;
  /** Returns at once; the recordings are gone when it has ended. */
  stop(): void;
  status(): Promise<RecordStatus | { readonly running: false; readonly count: 0 }>;
  /** One recording with headers and bodies. */
  recording(id: string): Promise<WholeRecording>;
  export(wish: RecordExport): Promise<string>;
  clear(): Promise<void>;
  /** When it has ended; nothing is waited for. */
  close(): Promise<void>;
}

export interface RecordControlInput {
  readonly options: SettingsOptions & Pick<ServiceOptions, 'host' | 'ports'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly environments: Pick<Environments, 'active'>;
}

interface Running {
  readonly proxy: RecordingProxy;
  readonly targetUrl: string;
}

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
  return {
    start: async (wish, apiPort) => {
      const address = readTargetAddress(wish.targetUrl);
      if (address === undefined) throw new ServiceError('usage', `targetUrl must be ${TARGET_RULE}`);
      const { proxy } = await lifecycle.start(() => startProxy(wish, address, apiPort, settings, input));
      log('info', 'recording proxy started', { port: proxy.address.port });
      return { port: proxy.address.port };
    },
    stop: () => {
      if (lifecycle.state === 'stopping') return;
      if (!lifecycle.stop(({ proxy }) => proxy.stop(), ended)) throw notRunning();
    },
    status: async () => (lifecycle.current ? statusOf(lifecycle.current) : { running: false, count: 0 }),
    recording: async (id) => wholeOf(running(), id),
    export: async (wish) => {
      const { proxy } = running();
      const { list } = await proxy.recordings();
      return recordingText([...list], proxy.target, wish);
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
  wish: RecordStart,
  address: TargetAddress,
  apiPort: number,
  settings: ServerSettings,
  { options, configuration, environments }: RecordControlInput,
): Promise<Running> {
  // Without it nobody knows what is secret.
  const config = await configuration.current();
  const { options: run } = await settings.of(config, environments.active());
  const { startRecordingProxy } = await import('../record/recording-proxy.js');
  const { LARGEST_BODY, MOST_RECORDINGS } = await import('../record/recordings.js');
  const proxy = await startRecordingProxy({
    ...recordSettings(run),
    address,
    host: options.host,
    ports: options.ports,
    port: wish.port ?? DEFAULT_PORT,
    ownPorts: [apiPort],
    deduplicate: wish.deduplicate ?? false,
    exclude: wish.exclude ?? [],
    sanitize: wish.sanitize ?? [],
    maxBodyBytes: LARGEST_BODY,
    maxRecordings: MOST_RECORDINGS,
    onFault: (error) => options.log('error', `an exchange could not be recorded: ${String(error)}`),
  });
  return { proxy, targetUrl: wish.targetUrl };
}

async function statusOf({ proxy, targetUrl }: Running): Promise<RecordStatus> {
  const { list, failed, dropped } = await proxy.recordings();
  const { recordingEntry } = await import('../record/recording-view.js');
  return {
    running: true,
    targetUrl,
    port: proxy.address.port,
    count: list.length,
    recordings: list.map((recording) => recordingEntry(recording, proxy.target)),
    failed,
    dropped,
    startedAt: new Date(proxy.startedAt).toISOString(),
  };
}

async function wholeOf({ proxy }: Running, id: string): Promise<WholeRecording> {
  if (!/^\d{1,15}$/.test(id)) throw new ServiceError('usage', `recording id must be a number: ${id}`);
  const { list } = await proxy.recordings();
  const found = list.find(({ arrival }) => arrival === Number(id));
  if (found === undefined) throw new ServiceError('not-found', `recording not found: ${id}`);
  const { wholeRecording } = await import('../record/recording-view.js');
  return wholeRecording(found, proxy.target);
}
