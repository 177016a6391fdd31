/** OpenAPI documents of versions 2.0, 3.0 and 3.1 as request files (cli.md 10.2). */
import {
  apiVersion,
  readOperations,
  type ApiOperation,
  type ApiVersion,
} from '../../documents/api-operations.js';
import { loadReferencedDocuments, type LoadDocument } from '../../documents/load-referenced.js';
import { parseDocument } from '../../documents/parse-document.js';
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Home, ReferencedDocuments } from '../../documents/references.js';
import { ServiceError } from '../../errors.js';
import { assembleFiles } from '../assemble-files.js';
import type { Converted, ConvertOptions } from '../converted.js';
import type { FileDraft } from '../draft.js';
import { baseUrlOf } from './base-url.js';
import { documentLosses, documentWarnings } from './document-losses.js';
import { FileVariables } from '../file-variables.js';
import { operationRequest } from './operation-request.js';
import { OperationContext } from './operation-reading.js';
import { Room, TooMuchText } from './sample-value.js';
import { SharedLosses } from '../shared-losses.js';

export interface OpenapiOptions extends ConvertOptions {
  /** Replaces the address of the document. */
  readonly baseUrl?: string;
  /** Only operations with one of these; without regard to case. */
  readonly tags?: readonly string[];
  /** URL of the source, or its path as given; may be empty. */
  readonly location: string;
  /** Reads another document by its location; left out, references to other documents are never followed. */
  readonly loadDocument?: LoadDocument;
}

export async function convertOpenapi(source: string, options: OpenapiOptions): Promise<Converted> {
  const { root, version } = await readRoot(source);
  const main = { location: options.location, root };
  const mayRefer = options.loadDocument !== undefined && EXTERNAL_REFERENCE.test(source);
  const others =
    mayRefer && options.loadDocument ? await loadReferencedDocuments(main, options.loadDocument) : new Map();
  const api = { main, root, version, others };
  const deadEnds = new OperationContext(root, others, '');
  const all = readOperations(main, others, (place, found) => deadEnds.deadEnd(place, found));
  const operations = all.filter(({ tags }) => isWanted(tags, options.tags));
  if (operations.length > MOST_REQUESTS) throw tooLarge();
  const draft = fileDraft(api, operations.toSorted(byPath), options);
  const losses = [...documentLosses(root), ...deadEnds.losses];
  return assembleFiles([draft], options, {
    losses,
    warnings: documentWarnings(root, all.length, operations.length),
  });
}

/** Looking through a document costs; most documents stand alone. */
const EXTERNAL_REFERENCE = /\$ref["']?\s*:\s*["']?[^"'#\s]/;
const MOST_REQUESTS = 100_000;

async function readRoot(source: string): Promise<{ root: Mapping; version: ApiVersion }> {
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  const root = mapping(parsed.value);
  const version = apiVersion(root);
  if (root !== undefined && version !== undefined) return { root, version };
  const written = root?.['openapi'] ?? root?.['swagger'];
  throw refusal(
    written === undefined
      ? 'it has no field openapi or swagger'
      : 'its version is none of 2.0, 3.0, 3.1 and 3.2',
  );
}

function refusal(reason: string): ServiceError {
  return new ServiceError('input', `not an OpenAPI document: ${reason}`);
}

function tooLarge(): ServiceError {
  const hint = 'import a part of the document, chosen by its tags';
  return new ServiceError(
    'input',
    `the imported requests would be more than one request file can hold (10 MiB, 100,000 requests); ${hint}`,
  );
}

function isWanted(tags: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true;
  const names = new Set(wanted.map((tag) => tag.trim().toLowerCase()));
  return tags.some((tag) => names.has(tag.trim().toLowerCase()));
}

/** Byte order of paths; methods stay in their order. */
function byPath(a: ApiOperation, b: ApiOperation): number {
  if (a.path === b.path) return 0;
  if (NOT_IN_BYTE_ORDER.test(a.path + b.path))
    return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
  return a.path < b.path ? -1 : 1;
}

/** Characters that UTF-16 orders differently from UTF-8. */
const NOT_IN_BYTE_ORDER = /[\ud800-\uffff]/;

interface Api {
  readonly main: Home;
  readonly root: Mapping;
  readonly version: ApiVersion;
  readonly others: ReferencedDocuments;
}

/** The most values of one body; fewer when all bodies together would be too large for a file. */
const BODY_SIZES = [2000, 200, 40] as const;
const MOST_BYTES = 9 * 1024 * 1024;

function fileDraft(api: Api, operations: readonly ApiOperation[], options: OpenapiOptions): FileDraft {
  for (const bodySize of BODY_SIZES) {
    try {
      return draftWith(bodySize, api, operations, options);
    } catch (error) {
      if (!(error instanceof TooMuchText)) throw error;
    }
  }
  throw tooLarge();
}

function draftWith(
  bodySize: number,
  { main, root, version, others }: Api,
  operations: readonly ApiOperation[],
  options: OpenapiOptions,
): FileDraft {
  const baseUrl = options.baseUrl?.replace(/\/+$/, '') ?? baseUrlOf(root, version, options.location);
  const variables = new FileVariables();
  // A document may itself leave the address open, under the same name.
  variables.reserve('baseUrl', baseUrl.includes('{{baseUrl}}') ? undefined : baseUrl);
  const room = new Room(MOST_BYTES);
  const shared = new SharedLosses();
  const schemas = new WeakMap();
  const context = {
    main,
    version,
    baseUrl,
    source: options.location,
    variables,
    room,
    shared,
    schemas,
    bodySize,
  };
  const made = operations.map((operation) =>
    operationRequest(operation, new OperationContext(root, others, operation.place), context),
  );
  const info = mapping(root['info']);
  return {
    path: '',
    title: text(info?.['title']) || 'API',
    format: 'openapi',
    version: versionText(info?.['version']),
    needs: made.flatMap(({ needs }) => needs),
    variables: variables.drafts,
    requests: made.map(({ request }) => request),
    losses: shared.all,
  };
}

/** YAML reads `1.0` without quotes as a number. */
function versionText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
