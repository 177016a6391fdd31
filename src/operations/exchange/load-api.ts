import { readApi, type Api } from '../../coverage/api.js';
import { parseDocument } from '../../documents/parse-document.js';
import { ServiceError } from '../../errors.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import { readInput } from '../settings/read-input.js';
import { fetchDocument } from './fetch-document.js';
import { MAX_SOURCE_BYTES } from '../sources/import-source.js';

/** Loads the API description that coverage is measured against, from a file or over HTTP. */
export async function loadApi(document: NamedPath, options: RunOptions, signal: AbortSignal): Promise<Api> {
  const isUrl = /^https?:\/\//i.test(document.shown);
  const bytes = isUrl
    ? await fetchDocument(document.shown, { ...options, followRedirects: true }, MAX_SOURCE_BYTES, signal)
    : await readInput(document, MAX_SOURCE_BYTES);
  if (bytes.length > MAX_SOURCE_BYTES) {
    throw new ServiceError('input', `${document.shown} is larger than 20 MiB`);
  }
  const parsed = await parseDocument(new TextDecoder().decode(bytes));
  if ('fault' in parsed) throw new ServiceError('input', `${document.shown} is ${parsed.fault}`);
  return readApi(parsed.value, document.shown);
}
