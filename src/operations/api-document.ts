import { readApi, type Api } from '../coverage/api.js';
import { ServiceError } from '../errors.js';
import type { RunOptions } from '../runner/options.js';
import { diskReason } from '../workspace/disk-error.js';
import { readLimited } from '../workspace/read-limited.js';
import type { NamedPath } from './client-settings.js';
import { fetchDocument } from './fetch-document.js';

/** The API description that coverage is measured against, from a file or over HTTP (cli.md 6.9). */
export async function loadApi(document: NamedPath, options: RunOptions, signal: AbortSignal): Promise<Api> {
  const isUrl = /^https?:\/\//i.test(document.shown);
  const bytes = isUrl
    ? await fetchDocument(document.shown, { ...options, followRedirects: true }, LARGEST_DOCUMENT, signal)
    : await readDocument(document);
  if (bytes.length > LARGEST_DOCUMENT) {
    throw new ServiceError('input', `${document.shown} is larger than 20 MiB`);
  }
  return readApi(await parseDocument(new TextDecoder().decode(bytes), document.shown), document.shown);
}

const LARGEST_DOCUMENT = 20 * 1024 * 1024;

async function readDocument({ absolute, shown }: NamedPath): Promise<Uint8Array> {
  try {
    return await readLimited(absolute, LARGEST_DOCUMENT);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

/** JSON is YAML too, but the reader for it is built in and many times faster. */
async function parseDocument(text: string, shown: string): Promise<unknown> {
  const plain = text.replace(/^\ufeff/, '');
  try {
    if (/^\s*\{/.test(plain)) return JSON.parse(plain) as unknown;
  } catch {
    // YAML's flow style begins like JSON.
  }
  const { parse } = await import('yaml');
  try {
    return parse(plain, { logLevel: 'error', maxAliasCount: 100 }) as unknown;
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new ServiceError(
      'input',
      `${shown} is neither valid JSON nor valid YAML: ${reason.replace(/:$/, '')}`,
      {
        cause: error,
      },
    );
  }
}
