/** Loads a schema with every document it refers to; documents come from the given loader alone. */
import type { Dialect } from './dialects.js';
import { METASCHEMAS } from './metaschemas.js';
import { splitReference } from './reference.js';
import {
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
  const root = await addDocument(path, load, registry);
  const target = registry.resolve(`#${fragment}`, root);
  // Resolving may uncover further schemas and with them further references.
  for (let next = 0; next < registry.references.length; next++) {
    const reference = registry.references[next] as SchemaReference;
    if (!registry.has(reference.uri)) await loadFor(reference, load, registry);
    registry.resolve(reference.written, reference.from);
  }
  return { registry, target };
}

async function addDocument(
  path: string,
  load: SchemaLoader,
  registry: SchemaRegistry,
): Promise<SchemaResource> {
  let document: unknown;
  try {
    document = await load(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new SchemaProblem(`schema \`${path}\`: ${reason}`);
  }
  return registry.addDocument(document, uriOf(path));
}

async function loadFor(
  { uri, written, from }: SchemaReference,
  load: SchemaLoader,
  registry: SchemaRegistry,
): Promise<void> {
  const path = pathOf(uri) ?? besideFile(written, from);
  if (path === undefined) return;
  const loaded = registry.resourceAt(uriOf(path));
  registry.addAlias(uri, loaded ?? (await addDocument(path, load, registry)));
}

/** A schema with a public identifier still refers to the files beside it by their relative names. */
function besideFile(written: string, { retrievedFrom: retrieved }: SchemaResource): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) return undefined;
  return pathOf(new URL(splitReference(written).address, retrieved).href);
}

/** A path may go up this many folders; the addresses of files are that deep, so that `..` stays below their root. */
const MAX_PARENT_STEPS = 16;
const FILE_ROOT = 'workspace-file:///';
const FOLDER = '~/';

function uriOf(path: string): string {
  const encoded = path
    .replaceAll('\\', '/')
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
  return new URL(encoded, FILE_ROOT + FOLDER.repeat(MAX_PARENT_STEPS)).href;
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(FILE_ROOT)) return undefined;
  let rest = uri.slice(FILE_ROOT.length);
  let up = MAX_PARENT_STEPS;
  while (up > 0 && rest.startsWith(FOLDER)) {
    rest = rest.slice(FOLDER.length);
    up--;
  }
  return '../'.repeat(up) + rest.split('/').map(decodeURIComponent).join('/');
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
