import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { addressWarnings, readQueueAddress, type AddressSource } from '../../queue/settings/queue-address.js';
import { checkQueueKey, keyInFile } from '../../queue/settings/queue-key.js';
import { DEFAULT_QUEUE_NAME, type QueueSettings } from '../../queue/settings/queue-settings.js';
import type { Config } from '../../workspace/config/config.js';
import { replaceReferences, type ReferenceSources } from '../../workspace/config/config-references.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readNamed, type NamedPath } from '../../workspace/paths/read-inside.js';

/** A value of the operator, and what it was given by. */
export interface GivenText {
  readonly text: string;
  readonly by: 'flag' | 'variable';
}

export interface QueueRequest {
  readonly cwd: string;
  /** As in process.platform: Windows has no modes of files. */
  readonly os: string;
  readonly url: GivenText | undefined;
  readonly name: string | undefined;
  readonly keyFile: GivenText | undefined;
  /** The value of `SVC_WORKER_KEY`. */
  readonly key: string | undefined;
  /** Only for commands that were asked to distribute: a cloned workspace must not decide who hears of a run. */
  readonly config?: {
    readonly queue: Config['queue'];
    readonly directory: string;
    readonly sources: ReferenceSources;
  };
}

export interface ChosenQueue {
  readonly settings: QueueSettings;
  readonly warnings: readonly string[];
}

const MAX_KEY_FILE_BYTES = 64 * 1024;
const OTHERS_MAY_READ = 0o044;

/** Undefined without an address. Nothing is contacted. */
export async function chooseQueue(request: QueueRequest): Promise<ChosenQueue | undefined> {
  const found = addressText(request);
  if (found === undefined) return undefined;
  const address = readQueueAddress(found.text, found.source);
  const name = request.name ?? request.config?.queue?.name ?? DEFAULT_QUEUE_NAME;
  const { key, warnings } = await readKey(request);
  return {
    settings: { address, name, key: checkQueueKey(key) },
    warnings: [...found.warnings, ...addressWarnings(address), ...warnings],
  };
}

interface AddressText {
  readonly text: string;
  readonly source: AddressSource;
  readonly warnings: readonly string[];
}

function addressText({ url, config }: QueueRequest): AddressText | undefined {
  if (url !== undefined) {
    return { text: url.text, source: url.by === 'flag' ? '--queue' : 'SVC_QUEUE', warnings: [] };
  }
  if (config?.queue?.url === undefined) return undefined;
  return { ...replaceReferences(config.queue.url, ['queue', 'url'], config.sources), source: 'queue.url' };
}

async function readKey(request: QueueRequest): Promise<{ key: string | undefined; warnings: string[] }> {
  const { key, keyFile, config, cwd, os } = request;
  if (key !== undefined && key !== '' && keyFile !== undefined) {
    const by = keyFile.by === 'flag' ? '--key-file' : 'SVC_WORKER_KEY_FILE';
    throw new ServiceError('usage', `SVC_WORKER_KEY and ${by} are both given; use one of them`);
  }
  if (key !== undefined && key !== '') return { key, warnings: [] };
  if (keyFile !== undefined) {
    return readKeyFile({ absolute: resolve(cwd, keyFile.text), shown: keyFile.text }, os);
  }
  const written = config?.queue?.keyFile;
  if (config === undefined || written === undefined) return { key: undefined, warnings: [] };
  const { directory } = config;
  return readKeyFile({ absolute: resolve(directory, written), shown: written, within: [directory] }, os);
}

async function readKeyFile(path: NamedPath, os: string): Promise<{ key: string; warnings: string[] }> {
  try {
    const content = await readNamed(path, MAX_KEY_FILE_BYTES);
    const { mode } = await stat(path.absolute);
    const isOpen = os !== 'win32' && (mode & OTHERS_MAY_READ) !== 0;
    return {
      key: keyInFile(content.toString('utf8')),
      warnings: isOpen ? [`other users can read the key file ${path.shown}`] : [],
    };
  } catch (error) {
    throw new ServiceError('input', `could not read ${path.shown}: ${diskReason(error)}`, { cause: error });
  }
}
