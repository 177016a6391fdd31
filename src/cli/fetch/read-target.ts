import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { FetchTarget } from '../../operations/runs/fetch-request.js';
import { refusalMessage } from '../../operations/files/find-request-files.js';
import { isAddress } from '../../http/message/url-encoding.js';
import { isUrl } from '../../operations/sources/import-source.js';
import { loadOneFile } from '../../operations/files/load-one-file.js';
import type { Request } from '../../request-file/model/model.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readLimited } from '../../workspace/paths/read-limited.js';
import { chooseRequest } from '../../web-fetch/choose-request.js';
import { FetchFailure } from '../../web-fetch/rules/fetch-failure.js';
import { findRequestFault } from '../../web-fetch/rules/request-rules.js';
import { readUrl } from '../../web-fetch/rules/url-rules.js';
import type { Invocation } from '../command/command.js';
import { nothingSelectedError } from '../flags/selection-flags.js';
import type { FETCH_FLAGS } from './fetch-flags.js';

export type FetchInvocation = Invocation<typeof FETCH_FLAGS>;

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const DIRECT_FLAGS = ['request', 'header', 'data'] as const;
const SAVED_FLAGS = ['name', 'index'] as const;

/** Returns what to send: a URL with the values of flags, or a request of a file. */
export async function readTarget(invocation: FetchInvocation): Promise<FetchTarget> {
  const { positionals, sources, flags, context } = invocation;
  const [named = ''] = positionals;
  const target = isAddress(named) && !existsSync(resolve(context.cwd, named)) ? `http://${named}` : named;
  const isDirect = isUrl(target) || /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
  const wrong = (isDirect ? SAVED_FLAGS : DIRECT_FLAGS).find((name) => sources.has(name));
  if (wrong !== undefined)
    throw new ServiceError('usage', `--${wrong} cannot be given with a ${isDirect ? 'URL' : 'request file'}`);
  if (flags.name !== undefined && flags.index !== undefined)
    throw new ServiceError('usage', '--name and --index exclude each other');
  return isDirect ? directTarget(target, invocation) : savedTarget(target, invocation);
}

async function directTarget(url: string, { flags, context }: FetchInvocation): Promise<FetchTarget> {
  const { data, header: headers } = flags;
  if (!isUrl(url)) throw new ServiceError('usage', `${url} is not an http:// or https:// URL`);
  checkUrl(url);
  const method = flags.request ?? (data === undefined ? 'GET' : 'POST');
  if (headers.some(([name]) => name === ''))
    throw new ServiceError('usage', '--header: write it as "name: value"');
  const fault = findRequestFault({ method, headers, bodyBytes: 0 });
  if (fault !== undefined) throw new ServiceError('usage', `--${FLAG_OF[fault.field]}: ${fault.fault}`);
  const body = data === undefined ? null : await bodyOf(data, context);
  return { url, method, headers, body };
}

/** Checks the URL by the rules for tools; it is sent as it was written. */
function checkUrl(url: string): void {
  try {
    readUrl(url, 'the URL');
  } catch (error) {
    throw error instanceof FetchFailure ? new ServiceError('usage', error.message) : error;
  }
}

const FLAG_OF = { method: 'request', headers: 'header', body: 'data' } as const;

async function bodyOf(data: string, context: FetchInvocation['context']): Promise<Uint8Array> {
  if (!data.startsWith('@')) return Buffer.from(data);
  const path = data.slice(1);
  const bytes =
    path === '-' ? await context.readStdin(MAX_BODY_BYTES + 1) : await fileBytes(path, context.cwd);
  if (bytes.length <= MAX_BODY_BYTES) return bytes;
  throw new ServiceError('input', `the body is larger than 64 MiB: ${data}`);
}

async function fileBytes(path: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readLimited(resolve(cwd, path), MAX_BODY_BYTES);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${path}: ${diskReason(error)}`, { cause: error });
  }
}

async function savedTarget(path: string, { flags, context }: FetchInvocation): Promise<FetchTarget> {
  const file = await loadOneFile(path, context.cwd, flags.config);
  const errors = file.file.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ServiceError('request-file', refusalMessage(file.shown, errors));
  checkName(file.file.requests, path, flags.name);
  return { file, request: chooseRequest(file.file, file.shown, { name: flags.name, index: flags.index }) };
}

/** Suggests a name that the file has. */
function checkName(requests: readonly Request[], path: string, name: string | undefined): void {
  if (name === undefined || requests.some((request) => request.name === name)) return;
  throw nothingSelectedError({ names: [name], tags: [], excludeTags: [] }, [path], requests);
}
