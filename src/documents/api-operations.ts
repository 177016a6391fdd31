/** The operations of an OpenAPI document, versions 2.0, 3.0 and 3.1; 3.2 is read as 3.1. */
import { list, mapping, pointerStep, text, type Mapping } from './plain-data.js';
import { follow, type DeadEnd, type Home, type ReferencedDocuments } from './references.js';

export type ApiVersion = '2.0' | '3.x';

/** Undefined for anything else. */
export function apiVersion(document: unknown): ApiVersion | undefined {
  const root = mapping(document);
  if (root === undefined) return undefined;
  // YAML reads a version without quotes as a number.
  if ('openapi' in root) return /^3\.[0-2](\.|$)/.test(String(root['openapi'])) ? '3.x' : undefined;
  return 'swagger' in root && /^2(\.0)?$/.test(String(root['swagger'])) ? '2.0' : undefined;
}

export interface ApiOperation {
  /** Upper case. */
  readonly method: string;
  /** As the document writes it. */
  readonly path: string;
  /** JSON pointer in the main document. */
  readonly place: string;
  readonly operation: Mapping;
  readonly item: Mapping;
  /** Where references of the operation start from. */
  readonly home: Home;
  /** Empty when there is none. */
  readonly operationId: string;
  readonly tags: readonly string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;

/** In the order of the document. */
export function readOperations(
  main: Home,
  others: ReferencedDocuments,
  onDeadEnd: (place: string, found: DeadEnd) => void = () => {},
): ApiOperation[] {
  const paths = mapping(mapping(main.root)?.['paths']) ?? {};
  return Object.entries(paths).flatMap(([path, written]) => {
    if (path.startsWith('x-')) return [];
    const place = `/paths${pointerStep(path)}`;
    const { item, home } = readItem(written, main, others, (found) => onDeadEnd(place, found));
    return METHODS.flatMap((method) => {
      if (mapping(item[method]) === undefined) return [];
      const own = place + pointerStep(method);
      const found = readItem(item[method], home, others, (deadEnd) => onDeadEnd(own, deadEnd));
      const operation = found.item;
      return {
        method: method.toUpperCase(),
        path,
        place: own,
        operation,
        item,
        home: found.home,
        operationId: text(operation['operationId']),
        tags: list(operation['tags']).filter((tag) => typeof tag === 'string'),
      };
    });
  });
}

/** A path item or operation; what stands beside its reference counts too. */
function readItem(
  written: unknown,
  main: Home,
  others: ReferencedDocuments,
  onDeadEnd: (found: DeadEnd) => void,
): { readonly item: Mapping; readonly home: Home } {
  const own = mapping(written) ?? {};
  if (typeof own['$ref'] !== 'string') return { item: own, home: main };
  const found = follow({ value: own, home: main }, others);
  if ('reason' in found) onDeadEnd(found);
  const target = 'reason' in found ? { value: {}, home: main } : found;
  return { item: { ...mapping(target.value), ...own }, home: target.home };
}
