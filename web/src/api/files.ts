import type { CheckedText, ParsedFile, Workspace } from '../../../src/server/api-types.js';
import { ApiError, call, callJson, pathText } from './client.js';

export interface FileText {
  readonly text: string;
  readonly etag: string;
}

export function readWorkspace(): Promise<Workspace> {
  return callJson('GET', '/workspace');
}

export async function readFileText(path: string): Promise<FileText> {
  const response = await call('GET', `/files/raw/${pathText(path)}`);
  return { text: decodeText(await response.arrayBuffer(), path), etag: response.headers.get('etag') ?? '' };
}

/** Keeps a byte-order mark, so that saving writes the same bytes. */
function decodeText(bytes: ArrayBuffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ApiError(0, `${path} is not UTF-8, so it cannot be edited here.`, { cause: error });
  }
}

export function readParsedFile(path: string): Promise<ParsedFile> {
  return callJson('GET', `/files/${pathText(path)}`);
}

/** Undefined if the file has another `etag` by now; without an `etag` it is always replaced. */
export async function writeFileText(
  path: string,
  text: string,
  etag: string | undefined,
): Promise<string | undefined> {
  const headers = etag === undefined ? {} : { 'If-Match': etag };
  try {
    const response = await call('PUT', `/files/${pathText(path)}`, { text, headers });
    return response.headers.get('etag') ?? '';
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return undefined;
    throw error;
  }
}

export async function createFile(path: string, content: string): Promise<string> {
  const created = await callJson<{ path: string }>('POST', '/files', { json: { path, content } });
  return created.path;
}

/** With hints about names that have no value in the active environment. */
export function checkInWorkspace(file: string, content: string): Promise<CheckedText> {
  return callJson('POST', '/validate', { json: { file, content, environment: '' } });
}

export async function removeFile(path: string): Promise<void> {
  await call('DELETE', `/files/${pathText(path)}`);
}
