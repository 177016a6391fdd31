import { ServiceError } from '../errors.js';
import type { RequestFile } from '../request-file/model.js';
import type { ConfigReading } from '../workspace/config-reading.js';
import { READ_CONFIG_HERE } from '../workspace/config-reading.js';
import { PARSE_HERE, type FileParser } from '../workspace/file-parser.js';
import type { ConversionThreads } from './conversion-threads.js';
import { receiveFile } from './sent-file.js';

/** How a server reads: what would take more than some 20 ms is read in threads. */
export interface LargeTexts {
  readonly files: FileParser;
  readonly config: ConfigReading;
}

/** 10 MiB take from one to five seconds, whatever they hold. */
export const LARGE_FILE = 128 * 1024;
const large = new WeakSet<RequestFile>();

/** Whether it was read in a thread; whatever goes through all of it belongs there too. */
export function isLargeFile(file: RequestFile): boolean {
  return large.has(file);
}

/** What is wrong with a path is told when it is loaded. */
export async function hasLargeFile(
  paths: readonly string[],
  files: { judge(sent: string): Promise<{ readonly size: number }> },
): Promise<boolean> {
  for (const path of paths) {
    const judged = await files.judge(path).catch(() => undefined);
    if (judged && judged.size >= LARGE_FILE) return true;
  }
  return false;
}

/** YAML takes a millisecond per KiB. */
const LARGE_CONFIG = 16 * 1024;

export function largeTexts(threads: ConversionThreads, signal: AbortSignal): LargeTexts {
  const inThread = async <T>(path: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'too-large') throw error;
      throw new ServiceError('too-large', `${path} takes too much memory to read; split it`, {
        cause: error,
      });
    }
  };
  return {
    files: {
      parse: async (bytes, path) => {
        if (bytes.length < LARGE_FILE) return PARSE_HERE.parse(bytes, path);
        const parsing = threads.run<'parse'>(async () => ({ kind: 'parse', path, bytes }), signal);
        const file = await receiveFile(await inThread(path, parsing));
        large.add(file);
        return file;
      },
      count: (bytes, path) => {
        if (bytes.length < LARGE_FILE) return undefined;
        const counting = threads.run<'count'>(async () => ({ kind: 'count', path, bytes }), signal);
        return inThread(path, counting);
      },
    },
    config: {
      parse: (source) => {
        if (source.length < LARGE_CONFIG) return READ_CONFIG_HERE.parse(source);
        return threads.run<'config'>(async () => ({ kind: 'config', source }), signal);
      },
      edit: (text, edits, shown) => {
        if (text.length < LARGE_CONFIG) return READ_CONFIG_HERE.edit(text, edits, shown);
        return threads.run<'edit'>(async () => ({ kind: 'edit', text, edits, shown }), signal);
      },
    },
  };
}
