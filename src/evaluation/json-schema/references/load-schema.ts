/** Loads a schema with every document it refers to; documents come from the given loader alone. */
import type { Dialect } from './dialects.js';
import { METASCHEMAS } from './metaschemas.js';
import { pathOf, uriOf } from './file-address.js';
import { splitReference } from './reference.js';
import { isSchemaObject } from './schema-node.js';
import {
  declaredUri,
  SchemaRegistry,
  SchemaProblem,
  type SchemaReference,
  type SchemaResource,
  type ResolvedSchema,
} from './registry.js';

/** Gives the document at a path that is relative to the request file; rejects when it cannot be read. */
export type SchemaLoader = (path: string) => Promise<unknown>;

export interface LoadedSchema {
  readonly registry: SchemaRegistry;
  readonly target: ResolvedSchema;
}

export async function loadSchema(address: string, load: SchemaLoader): Promise<LoadedSchema> {
  const { address: path, fragment } = splitReference(address);
  const registry = new SchemaRegistry(publishedSchemas());
  const root = registry.addDocument(await read(path, load), uriOf(path));
  const target = registry.resolve(`#${fragment}`, root);
  await loadReferences(registry, load);
  return { registry, target };
}

/** Resolving may uncover further schemas and with them further references. */
async function loadReferences(registry: SchemaRegistry, load: SchemaLoader): Promise<void> {
  let waiting: UnresolvedReference[] = [];
  let next = 0;
  while (next < registry.references.length) {
    for (; next < registry.references.length; next++) {
      const reference = registry.references[next] as SchemaReference;
      const problem = registry.has(reference.uri) ? undefined : await loadFor(reference, load, registry);
      if (registry.has(reference.uri)) registry.resolve(reference.written, reference.from);
      else waiting.push({ reference, problem });
    }
    // A document that was loaded later may contain the schema.
    for (const { reference } of waiting) {
      if (registry.has(reference.uri)) registry.resolve(reference.written, reference.from);
    }
    waiting = waiting.filter(({ reference }) => !registry.has(reference.uri));
  }
  const [first] = waiting;
  if (!first) return;
  if (first.problem) throw first.problem;
  registry.resolve(first.reference.written, first.reference.from);
}

interface UnresolvedReference {
  readonly reference: SchemaReference;
  readonly problem: SchemaProblem | undefined;
}

async function read(path: string, load: SchemaLoader): Promise<unknown> {
  try {
    return await load(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new SchemaProblem(`schema \`${path}\`: ${reason}`);
  }
}

/** Why the file that the reference means cannot be loaded; undefined when it was, or when it means none. */
async function loadFor(
  reference: SchemaReference,
  load: SchemaLoader,
  registry: SchemaRegistry,
): Promise<SchemaProblem | undefined> {
  const { uri, from } = reference;
  // The files of an API description contain schemas of the same kind.
  const dialect = from.dialect.nullKeyword === undefined ? undefined : from.dialect;
  let problem: SchemaProblem | undefined;
  for (const { path, mustDeclare } of placesOf(reference)) {
    const file = uriOf(path);
    try {
      const loaded = registry.resourceAt(file)?.root ?? (await read(path, load));
      if (mustDeclare && (!isSchemaObject(loaded) || declaredUri(loaded, file) !== uri)) continue;
      registry.addAlias(uri, registry.resourceAt(file) ?? registry.addDocument(loaded, file, dialect));
      return undefined;
    } catch (cause) {
      if (!(cause instanceof SchemaProblem)) throw cause;
      if (!mustDeclare) problem ??= cause;
    }
  }
  return problem;
}

interface SchemaPlace {
  readonly path: string;
  /** Only a file that declares the wanted address is meant. */
  readonly mustDeclare: boolean;
}

/**
 * A schema with a public identifier still refers to the files beside it by their relative names. The files of a
 * published set, which refer to each other by their addresses, lie at the same places in relation to each other.
 */
function placesOf({ uri, written, from }: SchemaReference): readonly SchemaPlace[] {
  const { retrievedFrom, publishedAs } = from.document;
  const isRelative = !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written);
  const relative = relativeAddress(publishedAs, uri);
  const inSet = relative === undefined ? undefined : pathOf(new URL(relative, retrievedFrom).href);
  const beside = isRelative
    ? pathOf(new URL(splitReference(written).address, retrievedFrom).href)
    : undefined;
  const places: SchemaPlace[] = [];
  const add = (path: string | undefined, mustDeclare: boolean): void => {
    if (path !== undefined && !places.some((place) => place.path === path))
      places.push({ path, mustDeclare });
  };
  add(pathOf(uri), false);
  add(inSet, !isRelative);
  add(beside, false);
  for (const extension of EXTENSIONS) if (inSet !== undefined) add(inSet + extension, true);
  return places;
}

/** Addresses often leave the extension of their files out. */
const EXTENSIONS = ['.json', '.schema.json', '.yaml', '.yml'];

/** The way from one address to another of the same server; undefined when there is none. */
function relativeAddress(from: string, to: string): string | undefined {
  const [start, end] = [new URL(from), new URL(to)];
  if (from === to || start.protocol !== end.protocol || start.host !== end.host) return undefined;
  if (!start.pathname.startsWith('/') || !end.pathname.startsWith('/')) return undefined;
  const folders = start.pathname.split('/').slice(0, -1);
  const steps = end.pathname.split('/');
  let shared = 0;
  while (shared < folders.length && shared < steps.length - 1 && folders[shared] === steps[shared]) shared++;
  return `./${'../'.repeat(folders.length - shared)}${steps.slice(shared).join('/')}`;
}

let metaschemas: SchemaRegistry | undefined;

function publishedSchemas(): SchemaRegistry {
  if (!metaschemas) {
    metaschemas = new SchemaRegistry();
    for (const [uri, document] of METASCHEMAS) metaschemas.addDocument(document, uri);
  }
  return metaschemas;
}

/** The metaschema of a dialect: the schema of its schemas. */
export function metaschemaOf({ uri }: Dialect): LoadedSchema {
  const registry = publishedSchemas();
  return { registry, target: registry.resolve(uri, registry.resourceAt(uri) as SchemaResource) };
}
