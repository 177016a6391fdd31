import { readApi, type Api } from '../../coverage/api.js';
import { MAX_DOCUMENT_BYTES, parseDocument } from '../../documents/parse-document.js';
import { ServiceError } from '../../errors.js';
import type { RunOptions } from '../../runner/plan/options.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readNamed, type NamedPath } from '../../workspace/paths/read-inside.js';
import { fetchDocument } from './fetch-document.js';

/** The API description that coverage is measured against, from a file or over HTTP (cli.md 6.9). */
export async function loadApi(document: NamedPath, options: RunOptions, signal: AbortSignal): Promise<Api> {
  const isUrl = /^https?:\/\//i.test(document.shown);
  const bytes = isUrl
    ? await fetchDocument(document.shown, { ...options, followRedirects: true }, MAX_DOCUMENT_BYTES, signal)
    : await readDocument(document);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new ServiceError('input', `${document.shown} is larger than 20 MiB`);
  }
  const parsed = await parseDocument(new TextDecoder().decode(bytes));
  if ('fault' in parsed) throw new ServiceError('input', `${document.shown} is ${parsed.fault}`);
  return readApi(parsed.value, document.shown);
}

async function readDocument(path: NamedPath): Promise<Uint8Array> {
  try {
    return await readNamed(path, MAX_DOCUMENT_BYTES);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${path.shown}: ${diskReason(error)}`, { cause: error });
  }
}
