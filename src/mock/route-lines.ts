/**
 * Routes as one line of JSON each, so that the receiving thread can yield after every one. The API descriptions of
 * described operations come before the routes.
 */
import { readOperations, type ApiOperation } from '../documents/api-operations.js';
import type { ApiDocuments } from '../documents/operation-source.js';
import { parseJsonDocument } from '../documents/parse-json-document.js';
import { mapping } from '../documents/plain-data.js';
import type { SourceDocument } from '../documents/references.js';
import { toJson } from '../evaluation/values/json.js';
import { ByteBuffer } from '../primitives/byte-buffer.js';
import { jsonBytes } from '../primitives/threads/json-bytes.js';
import { ApiDescription } from './openapi/api-description.js';
import { DescribedOperation } from './openapi/described-operation.js';
import type { MockRoute } from './responses/mock-route.js';

export function writeRouteLines(routes: readonly MockRoute[]): Uint8Array {
  const lines = new ByteBuffer(Infinity);
  const numbers = new Map<ApiDescription, number>();
  for (const { operation } of routes) {
    if (!(operation instanceof DescribedOperation) || numbers.has(operation.description)) continue;
    numbers.set(operation.description, numbers.size);
    lines.append(jsonBytes({ description: writtenDescription(operation.description.api) }, '\n', toJson));
  }
  for (const route of routes) {
    const { operation, ...plain } = route;
    const line =
      operation instanceof DescribedOperation ? { ...plain, place: placeOf(operation, numbers) } : plain;
    lines.append(jsonBytes(line, '\n'));
  }
  return lines.take();
}

interface WrittenDescription {
  readonly version: ApiDocuments['version'];
  readonly documents: readonly SourceDocument[];
}

/** References to documents that could not be read are left out: they lead nowhere on the other side either. */
function writtenDescription({ version, main, others }: ApiDocuments): WrittenDescription {
  const loaded = [...others].flatMap(([location, found]) =>
    'root' in found && found !== main ? [{ location, root: found.root }] : [],
  );
  return { version, documents: [main, ...loaded] };
}

interface OperationPlace {
  /** Counts the descriptions. */
  readonly description: number;
  readonly place: string;
}

function placeOf(
  { description, place }: DescribedOperation,
  numbers: ReadonlyMap<ApiDescription, number>,
): OperationPlace {
  return { description: numbers.get(description) ?? 0, place };
}

type RouteLine = MockRoute & { readonly place?: OperationPlace };

export function* readRouteLines(lines: Uint8Array): Generator<MockRoute> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  const descriptions: ReadDescription[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEW_LINE, start);
    const text = bytes.toString('utf8', start, end);
    start = end + 1;
    if (text.startsWith(DESCRIPTION)) {
      // Big numbers and the order of keys matter in documents.
      const line = parseJsonDocument(text) as { readonly description: WrittenDescription };
      descriptions.push(readDescription(line.description));
      continue;
    }
    const { place, ...route } = JSON.parse(text) as RouteLine;
    yield place ? { ...route, ...operationOf(route, place, descriptions) } : route;
  }
}

const NEW_LINE = 0x0a;
const DESCRIPTION = '{"description":';

interface ReadDescription {
  readonly description: ApiDescription;
  readonly operations: ReadonlyMap<string, ApiOperation>;
}

function readDescription({ version, documents: [main, ...loaded] }: WrittenDescription): ReadDescription {
  if (main === undefined) throw new TypeError('a description consists of at least one document');
  const others = new Map(loaded.map((each) => [each.location, each]));
  const api = { main, root: mapping(main.root) ?? {}, version, others };
  const operations = new Map(readOperations(main, others).map((each) => [each.place, each]));
  return { description: new ApiDescription(api), operations };
}

function operationOf(
  { path }: MockRoute,
  { description, place }: OperationPlace,
  descriptions: readonly ReadDescription[],
): Pick<MockRoute, 'operation'> {
  const read = descriptions[description];
  const operation = read?.operations.get(place);
  return read && operation
    ? { operation: new DescribedOperation(operation, read.description, path.parameters) }
    : {};
}
