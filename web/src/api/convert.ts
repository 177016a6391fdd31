/** Definitions of other tools, there and back. */
import type { ExportedCommands, ImportedRequests } from '../../../src/server/api-types.js';
import { callJson } from './client.js';

export type ImportKind = 'curl' | 'openapi' | 'collection' | 'clientexport';

export interface ImportSource {
  readonly kind: ImportKind;
  /** Of the definition itself; empty to read it from `path`. */
  readonly text: string;
  /** In the workspace, or an address of an OpenAPI document; beside a text only its name. */
  readonly path: string;
  /** Instead of the address in an OpenAPI document; empty to keep that. */
  readonly baseUrl: string;
}

export function importDefinition(source: ImportSource, signal: AbortSignal): Promise<ImportedRequests> {
  return callJson('POST', `/import/${source.kind}`, { json: fieldsOf(source), signal });
}

function fieldsOf({ kind, text, path, baseUrl }: ImportSource): Record<string, string> {
  if (kind === 'openapi') {
    return { specPath: path, ...(text !== '' && { data: text }), ...(baseUrl !== '' && { baseUrl }) };
  }
  if (text === '') return { filePath: path };
  return kind === 'curl' ? { command: text } : { data: text };
}

export interface CurlExportRequest {
  readonly file: string;
  readonly requestName?: string;
  readonly environment?: string;
}

export function exportCurl(wish: CurlExportRequest, signal?: AbortSignal): Promise<ExportedCommands> {
  return callJson('POST', '/export/curl', { json: wish, ...(signal && { signal }) });
}
