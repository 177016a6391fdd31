/** Converts OpenAPI documents of versions 2.0, 3.0 and 3.1 to request files. */
import {
  detectApiVersion,
  readOperations,
  type ApiOperation,
  type ApiVersion,
} from '../../documents/api-operations.js';
import {
  loadReferencedDocuments,
  mayReferToOthers,
  type LoadDocument,
} from '../../documents/load-referenced.js';
import { parseDocument } from '../../documents/parse-document.js';
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import { assembleFiles } from '../assemble-files.js';
import type { Converted, ConvertOptions } from '../converted.js';
import type { ImportedFileDraft } from '../import-draft.js';
import { findDocumentLosses, findDocumentWarnings } from './document-losses.js';
import { ImportedVariables } from '../imported-variables.js';
import { convertOperation } from './operation-request.js';
import { OperationLosses, type ApiContext, type WrittenSize } from './operation-context.js';
import { TextBudget, TooMuchText } from './sample-value.js';
import { ServerVariables } from './servers.js';
import { splitByTag } from './split-by-tag.js';
import { SharedLosses } from '../shared-losses.js';

export interface OpenapiOptions extends ConvertOptions {
  /** Overrides the address in the document. */
  readonly baseUrl?: string;
  /** Only operations with one of these tags, ignoring case. */
  readonly tags?: readonly string[];
  /** Make one file for each tag. */
  readonly split?: 'tag';
  /** Write optional properties at every depth, and schemas that contain themselves several times. */
  readonly full?: boolean;
  /** The URL of the source, or its path as given; may be empty. */
  readonly location: string;
  /** Reads another document by its location. When omitted, references to other documents are never followed. */
  readonly loadDocument?: LoadDocument;
}

export async function convertOpenapi(source: string, options: OpenapiOptions): Promise<Converted> {
  const { root, version, warnings } = await readRoot(source);
  const main = { location: options.location, root };
  const { loadDocument } = options;
  const mayRefer = loadDocument && mayReferToOthers(source);
  const others = mayRefer ? await loadReferencedDocuments(main, loadDocument) : new Map();
  const api = { main, root, version, others };
  const deadEnds = new OperationLosses('');
  const all = readOperations(main, others, (place, found) => deadEnds.reportDeadEnd(place, found));
  const operations = all.filter(({ tags }) => isWanted(tags, options.tags));
  if (operations.length > MAX_REQUESTS) throw tooLarge();
  const { drafts, warnings: ofRequests } = fileDrafts(api, operations.toSorted(byPath), options);
  const losses = [...findDocumentLosses(root), ...deadEnds.losses];
  return assembleFiles(drafts, options, {
    losses,
    warnings: [...warnings, ...findDocumentWarnings(root, all.length, operations.length), ...ofRequests],
  });
}

const MAX_REQUESTS = 100_000;

interface ReadRoot {
  readonly root: Mapping;
  readonly version: ApiVersion;
  readonly warnings: readonly string[];
}

async function readRoot(source: string): Promise<ReadRoot> {
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  const root = mapping(parsed.value);
  const version = detectApiVersion(root);
  const { warnings = [] } = parsed;
  if (root !== undefined && version !== undefined) return { root, version, warnings };
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
  const hint = 'make one file per tag (--split tag), or import only some tags';
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

/** Sorts paths in byte order; methods keep their order. */
function byPath(a: ApiOperation, b: ApiOperation): number {
  if (a.path === b.path) return 0;
  if (NOT_IN_BYTE_ORDER.test(a.path + b.path))
    return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
  return a.path < b.path ? -1 : 1;
}

/** Characters that UTF-16 orders differently from UTF-8. */
const NOT_IN_BYTE_ORDER = /[\ud800-\uffff]/;

type OpenapiSource = Pick<ApiContext, 'main' | 'root' | 'version' | 'others'>;

/** Smaller ones are tried when everything together exceeds a file. */
const SIZES: readonly Omit<WrittenSize, 'full'>[] = [
  { maxValues: 2000, comments: 'described' },
  { maxValues: 200, comments: 'described' },
  { maxValues: 40, comments: 'plain' },
  { maxValues: 40, comments: 'none' },
  { maxValues: 4, comments: 'none' },
];
const MAX_REQUESTS_BYTES = 9 * 1024 * 1024;
/** All files of a document together. */
const MAX_SPLIT_BYTES = 64 * 1024 * 1024;

interface MadeDrafts {
  readonly drafts: ImportedFileDraft[];
  readonly warnings: readonly string[];
}

function fileDrafts(
  api: OpenapiSource,
  operations: readonly ApiOperation[],
  options: OpenapiOptions,
): MadeDrafts {
  for (const size of SIZES) {
    try {
      return draftsWith({ ...size, full: options.full === true }, api, operations, options);
    } catch (error) {
      if (!(error instanceof TooMuchText)) throw error;
    }
  }
  throw tooLarge();
}

function draftsWith(
  size: WrittenSize,
  api: OpenapiSource,
  operations: readonly ApiOperation[],
  options: OpenapiOptions,
): MadeDrafts {
  const { root, version } = api;
  const variables = new ImportedVariables();
  const budget = new TextBudget(options.split === 'tag' ? MAX_SPLIT_BYTES : MAX_REQUESTS_BYTES);
  const shared = new SharedLosses();
  const { location, baseUrl } = options;
  const servers = new ServerVariables({ root, version, location, baseUrl }, operations, variables, shared);
  const savesFiles = options.saveBodies;
  const context = { ...api, servers, variables, budget, shared, schemas: new Map(), size, savesFiles };
  const made = operations.map((operation) => convertOperation(operation, context));
  for (const { name, value } of variables.drafts) budget.take(`@${name} = ${value}\n`);
  const info = mapping(root['info']);
  const whole: ImportedFileDraft = {
    path: '',
    title: text(info?.['title']) || 'API',
    format: 'openapi',
    version: versionText(info?.['version']),
    needs: made.flatMap(({ needs }) => needs),
    variables: variables.drafts,
    requests: made.map(({ request }) => request),
    losses: shared.all,
  };
  const warnings = made.flatMap(({ warning }) => warning ?? []);
  if (options.split !== 'tag') return { drafts: [whole], warnings };
  const tagged = made.map((each, i) => ({ ...each, tags: operations[i]?.tags ?? [] }));
  return { drafts: splitByTag(whole, tagged), warnings };
}

/** YAML parses an unquoted `1.0` as a number. */
function versionText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
