/** The contents of files that were read elsewhere, instead of a workspace: nothing here reads or writes the disk. */
import { RequestFailure } from '../../http/message/message.js';
import type { FileAccess } from '../plan/run-input.js';

export interface PortableFiles {
  readonly contents: readonly PortableFile[];
}

export interface PortableFile {
  /** The directory that the path starts from, as `RunnableFile` names it. */
  readonly directory: string;
  /** The path as a request names it. */
  readonly path: string;
  /** The bytes, or the message of why there are none. */
  readonly content: Uint8Array | string;
}

export function portableFileAccess({ contents }: PortableFiles): FileAccess {
  const files = new Map(contents.map((file) => [keyOf(file.path, file.directory), file.content]));
  const read = (path: string, directory: string): Uint8Array => {
    const content = files.get(keyOf(path, directory));
    if (content instanceof Uint8Array) return content;
    throw new RequestFailure('file', content ?? `the file ${path} was not handed to this worker`);
  };
  return {
    loadFile: () => Promise.resolve(undefined),
    readFile: async (path, directory) => read(path, directory),
    openFile: async (path, directory) => {
      const content = read(path, directory);
      const open = async function* (): AsyncGenerator<Uint8Array> {
        yield content;
      };
      return { real: path, length: content.length, open };
    },
    snapshotStore: {
      read: () => Promise.resolve(undefined),
      write: () => Promise.reject(new RequestFailure('file', 'a worker stores no snapshots')),
    },
  };
}

function keyOf(path: string, directory: string): string {
  return `${directory}\0${path}`;
}
