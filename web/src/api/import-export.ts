/** Imports definitions of other tools and exports curl commands. */
import type { ExportedCommands, ImportedRequests } from '../../../src/server/api-types.js';
import { callJson } from './client.js';

export type ImportKind = 'curl' | 'openapi' | 'collection' | 'clientexport' | 'har' | 'bruno' | 'http';

export interface ImportSource {
  readonly kind: ImportKind;
  /** The definition itself; empty to read it from `path`. */
  readonly text: string;
  /** A path in the workspace or the address of an OpenAPI document; with a text only its name. */
  readonly path: string;
  /** Replaces the address in an OpenAPI document, unless it is empty. */
  readonly baseUrl: string;
  /** Of a HAR document: also pages, scripts and images. */
  readonly isEveryEntry: boolean;
}

export function importDefinition(source: ImportSource, signal: AbortSignal): Promise<ImportedRequests> {
  return callJson('POST', `/import/${source.kind}`, { json: fieldsOf(source), signal });
}

function fieldsOf({
  kind,
  text,
  path,
  baseUrl,
  isEveryEntry,
}: ImportSource): Record<string, string | boolean> {
  if (kind === 'openapi') {
    return { specPath: path, ...(text !== '' && { data: text }), ...(baseUrl !== '' && { baseUrl }) };
  }
  const more = kind === 'har' ? { all: isEveryEntry } : {};
  if (text === '') return { filePath: path, ...more };
  return kind === 'curl' ? { command: text } : { data: text, ...more };
}

export interface CurlExportRequest {
  readonly file: string;
  readonly requestName?: string;
  readonly environment?: string;
}

export function exportCurl(options: CurlExportRequest, signal?: AbortSignal): Promise<ExportedCommands> {
  return callJson('POST', '/export/curl', { json: options, ...(signal && { signal }) });
}
