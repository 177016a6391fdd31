/** Reads an API description whose operations become routes of a mock server. */
import { basename, dirname, join, resolve } from 'node:path';
import { detectApiVersion } from '../../documents/api-operations.js';
import { loadReferencedDocuments, mayReferToOthers } from '../../documents/load-referenced.js';
import type { ApiDocuments } from '../../documents/operation-source.js';
import { parseDocument } from '../../documents/parse-document.js';
import { mapping } from '../../documents/plain-data.js';
import type { ReferencedDocuments } from '../../documents/references.js';
import { ServiceError } from '../../errors.js';
import { describeRoutes } from '../../mock/openapi/description-routes.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import { readSourceFile } from '../sources/import-source.js';
import { loadFromFolder } from '../sources/referenced-documents.js';

export interface LoadedDescription {
  readonly routes: readonly MockRoute[];
  /** Absolute paths of all files that were read. */
  readonly files: readonly string[];
  /** What was wrong with the description, and was read all the same. */
  readonly warnings: readonly string[];
}

/** `path` is relative to `cwd`, and shown as given. */
export async function loadDescription(
  path: string,
  cwd: string,
  signal: AbortSignal,
): Promise<LoadedDescription> {
  return readDescription(await readSourceFile(path, cwd), path, cwd, signal);
}

/** The same for a text that has been read. */
export async function readDescription(
  text: string,
  path: string,
  cwd: string,
  signal: AbortSignal,
): Promise<LoadedDescription> {
  const parsed = await parseDocument(text);
  if ('fault' in parsed) throw refusal(path, parsed.fault);
  signal.throwIfAborted();
  const root = mapping(parsed.value);
  const version = detectApiVersion(root);
  if (root === undefined || version === undefined) throw refusal(path, reasonOf(root));
  // References are relative to the folder of the description.
  const folder = dirname(resolve(cwd, path));
  const main = { location: basename(path), root };
  const others: ReferencedDocuments = mayReferToOthers(text)
    ? await loadReferencedDocuments(main, loadFromFolder(basename(path), folder))
    : new Map();
  const api: ApiDocuments = { main, root, version, others };
  const routes = await describeRoutes({ api, shown: path, text }, signal);
  const read = [...others].flatMap(([location, found]) => ('root' in found ? [join(folder, location)] : []));
  const warnings = [
    ...(parsed.warnings ?? []),
    ...[...others].flatMap(([location, found]) =>
      'reason' in found ? [`references to ${location} are left empty: ${found.reason}`] : [],
    ),
  ];
  return {
    routes,
    files: [resolve(cwd, path), ...read],
    warnings: warnings.map((warning) => `${path}: ${warning}`),
  };
}

function reasonOf(root: Readonly<Record<string, unknown>> | undefined): string {
  const written = root?.['openapi'] ?? root?.['swagger'];
  if (written !== undefined) return 'its version is none of 2.0, 3.0, 3.1 and 3.2';
  return 'it has no field openapi or swagger';
}

function refusal(path: string, reason: string): ServiceError {
  return new ServiceError('input', `${path} is not an OpenAPI description: ${reason}`);
}
