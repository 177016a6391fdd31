/** The requests of all files of a workspace in short, for clients that search them. */
import { toJson } from '../../evaluation/values/json.js';
import { eachOf } from '../../primitives/each-of.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { FileIndex } from '../../workspace/files/file-index.js';
import type { IndexedFile } from '../../workspace/files/indexed-file.js';
import { NeedsHeavyThread } from '../../workspace/files/needs-heavy-thread.js';

/** Returns a line of JSON. A file that cannot be read has no requests here; one with errors has those that parse. */
export async function requestIndex(index: Pick<FileIndex, 'list' | 'parsed'>): Promise<Uint8Array> {
  const { files } = await index.list();
  await eachOf(files, MAX_CONCURRENT_FILES, async (file) => {
    if (!texts.has(file)) texts.set(file, await requestsText(file, index));
  });
  const listed = files.map((file) => texts.get(file) ?? '').filter((text) => text !== '');
  return encoder.encode(`[${listed.join(',')}]\n`);
}

const MAX_CONCURRENT_FILES = 8;
const encoder = new TextEncoder();

/** The index keeps the object of a file while the file stays the same, so only changed files are written again. */
const texts = new WeakMap<IndexedFile, string>();

async function requestsText({ path }: IndexedFile, index: Pick<FileIndex, 'parsed'>): Promise<string> {
  try {
    return entriesText(path, (await index.parsed(path)).file);
  } catch (error) {
    if (error instanceof NeedsHeavyThread) throw error;
    return '';
  }
}

function entriesText(file: string, { requests }: RequestFile): string {
  return requests
    .map((request) => {
      const { title, method, url, line, tags } = request;
      return toJson({ file, name: shownName(request), title, method, url, line, tags });
    })
    .join(',');
}
