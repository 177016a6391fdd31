import { ServiceError } from '../../errors.js';
import type { FileChange } from '../../workspace/watch/file-changes.js';
import { FileIndex } from '../../workspace/files/file-index.js';
import type { CountedFile } from '../../workspace/files/indexed-file.js';
import { FileStore } from '../../workspace/files/file-store.js';
import type { ContentReceiver } from '../../workspace/files/packed-contents.js';
import { sweepTree } from '../../workspace/write/sweep-files.js';
import { WorkspaceWatch } from '../../workspace/watch/watch-workspace.js';
import type { Configuration } from '../settings/configuration.js';
import { LISTING_THREAD, type Engine } from '../engine/engine.js';
import type { Listing, OverviewRequest } from '../files/file-listing.js';
import { MAX_LIGHT_FILE_BYTES } from '../engine/engine-setup.js';
import { etagOf, parseIfMatch } from '../files/if-match.js';
import { namedClientEnv } from '../settings/named-client-env.js';
import type { RecordedFile } from '../mocks/plan-pass-through.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { sendContents } from './send-contents.js';

/** The request files of a workspace; every path is checked, and messages show it as the client sent it. */
export interface WorkspaceFiles {
  /** These four return lines of JSON. */
  overview(): Promise<Uint8Array>;
  list(): Promise<Uint8Array>;
  requests(): Promise<Uint8Array>;
  show(sent: string): Promise<{ readonly json: Uint8Array; readonly etag: string }>;
  raw(sent: string): Promise<{ readonly bytes: Uint8Array; readonly etag: string }>;
  create(sent: string, content: string): Promise<{ readonly path: string }>;
  save(
    sent: string,
    bytes: Uint8Array,
    ifMatch?: string,
  ): Promise<{ readonly path: string; readonly etag: string }>;
  remove(sent: string, ifMatch?: string): Promise<void>;
  /** A request file that a mock server records to, or goes on with. */
  openRecording(sent: string): Promise<RecordedFile>;
  /** Returns all findings that `svc validate` would report for the text, as a line of JSON. */
  check(sent: string, content: string, environment: string | undefined): Promise<Uint8Array>;
  /** Returns the normalise path; throws for one that leads outside the workspace by its text alone. */
  normalise(sent: string): string;
  readonly watching: 'on' | 'polling' | 'off';
  close(): Promise<void>;
}

export interface WorkspaceFilesOptions {
  readonly options: Pick<ServiceOptions, 'root' | 'watch' | 'log' | 'clientEnv'>;
  readonly configuration: Configuration;
  readonly engine: Pick<Engine, 'call'>;
  readonly activeEnvironment: () => string;
  readonly onChange: (change: FileChange) => void;
}

export async function createWorkspaceFiles(input: WorkspaceFilesOptions): Promise<WorkspaceFiles> {
  const { root, watch: isWatched, log } = input.options;
  const warn = (message: string): void => log('warn', message);
  const index = new FileIndex(root, warn);
  const { engine, configuration } = input;
  const onConfig = (): void => void configuration.state();
  const receiveContents = (): ContentReceiver => sendContents(engine, root);
  const watching = { root, index, receiveContents, onChange: input.onChange, onConfig, onWarning: warn };
  const watch = isWatched ? await WorkspaceWatch.start(watching) : undefined;
  let isClosed = false;
  // Removes temporary files of killed processes in the background.
  const sweeping = sweepTree(root, () => isClosed);
  const store = new FileStore({
    root,
    beforeSave: (paths, hash) => paths.forEach((path) => watch?.expectSave(path, hash)),
    afterSave: (paths, hash) => paths.forEach((path) => watch?.recordSave(path, hash)),
    onOtherChange: (path) => watch?.notice(path),
  });
  return {
    overview: async () => {
      const environment = input.activeEnvironment();
      const hasConfig = (await configuration.state()) !== 'none';
      const clientEnv = await namedClientFiles(input);
      return listing(engine, (counted) =>
        engine.call('overview', { environment, hasConfig, clientEnv, ...counted }, LISTING_THREAD),
      );
    },
    list: () => listing(engine, (counted) => engine.call('listFiles', counted, LISTING_THREAD)),
    requests: () => engine.call('listRequests', null, LISTING_THREAD),
    show: (sent) => engine.call('showFile', { file: sent }, { key: sent }),
    raw: async (sent) => {
      const { bytes, hash } = await index.read(sent);
      return { bytes, etag: etagOf(hash) };
    },
    create: (sent, content) => store.create(sent, content),
    save: async (sent, bytes, ifMatch) => {
      const { path, hash } = await store.save(sent, bytes, parseIfMatch(ifMatch));
      return { path, etag: etagOf(hash) };
    },
    remove: (sent, ifMatch) => store.remove(sent, parseIfMatch(ifMatch)),
    openRecording: (sent) => openRecording(sent, index, store),
    check: (sent, content, environment) =>
      engine.call(
        'checkText',
        { file: sent, content, environment: environment === '' ? input.activeEnvironment() : environment },
        { lane: content.length > MAX_LIGHT_FILE_BYTES ? 'heavy' : 'light' },
      ),
    normalise: (sent) => index.normalise(sent),
    get watching() {
      return watch?.mode ?? 'off';
    },
    close: async () => {
      isClosed = true;
      await Promise.all([watch?.close(), sweeping]);
    },
  };
}

async function openRecording(sent: string, index: FileIndex, store: FileStore): Promise<RecordedFile> {
  const { openRecordedFile } = await import('./recorded-file.js');
  return openRecordedFile(sent, { read: (path) => index.read(path), store });
}

interface NamedFilesInput {
  readonly options: Pick<ServiceOptions, 'root' | 'clientEnv'>;
  readonly configuration: Pick<Configuration, 'current'>;
}

/** A config file that cannot be used names none, which its own error tells. */
export async function namedClientFiles({
  options: { root, clientEnv = {} },
  configuration,
}: NamedFilesInput): Promise<OverviewRequest['clientEnv']> {
  if (clientEnv.isOff) return undefined;
  const { config, directory } = await configuration.current().catch(() => NO_CONFIG);
  return namedClientEnv(clientEnv, { config, cwd: root, directory, workspace: [root] });
}

const NO_CONFIG = { config: {}, directory: undefined };

/** Large files are counted in a thread where that delays no other call. */
async function listing(
  engine: Pick<Engine, 'call'>,
  list: (counted: { readonly counted?: readonly CountedFile[] }) => Promise<Listing>,
): Promise<Uint8Array> {
  const first = await list({});
  if ('json' in first) return first.json;
  const counted = await engine.call('countRequests', { paths: first.uncounted }, { lane: 'heavy' });
  const second = await list({ counted });
  if ('json' in second) return second.json;
  throw new ServiceError('internal', 'the request files cannot be counted');
}
