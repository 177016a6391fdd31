/** Collects a schema with every document it refers to; documents come from the given loader alone. */
import type { Dialect } from './dialects.js';
import { METASCHEMAS } from './metaschemas.js';
import { Registry, SchemaProblem, type Reference, type Resource, type Target } from './registry.js';

/** The document at a path relative to the request file. */
export type SchemaLoader = (path: string) => Promise<unknown>;

export interface LoadedSchema {
  readonly registry: Registry;
  readonly target: Target;
}

export async function loadSchema(address: string, load: SchemaLoader): Promise<LoadedSchema> {
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  const registry = new Registry(published());
  const root = await addDocument(path, load, registry);
  const target = registry.resolve(hash < 0 ? '#' : address.slice(hash), root);
  // Resolving may uncover further schemas and with them further references.
  for (let next = 0; next < registry.references.length; next++) {
    const reference = registry.references[next] as Reference;
    if (!registry.has(reference.uri)) await loadFor(reference, load, registry);
    registry.resolve(reference.written, reference.from);
  }
  return { registry, target };
}

async function addDocument(path: string, load: SchemaLoader, registry: Registry): Promise<Resource> {
  let document: unknown;
  try {
    document = await load(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new SchemaProblem(`schema \`${path}\`: ${reason}`);
  }
  return registry.add(document, uriOf(path));
}

async function loadFor(
  { uri, written, from }: Reference,
  load: SchemaLoader,
  registry: Registry,
): Promise<void> {
  const path = pathOf(uri) ?? besideFile(written, from);
  if (path === undefined) return;
  const known = registry.resourceAt(uriOf(path));
  registry.alias(uri, known ?? (await addDocument(path, load, registry)));
}

/** A schema with a public identifier still refers to the files beside it by their relative names. */
function besideFile(written: string, { retrieved }: Resource): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) return undefined;
  return pathOf(new URL(written.replace(/#.*$/s, ''), retrieved).href);
}

/** Files get addresses of their own below as many steps as a path may go up. */
const STEPS_UP = 16;
const FILES = 'workspace-file:///';
const PLACE = '~/';

function uriOf(path: string): string {
  const encoded = path
    .replaceAll('\\', '/')
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
  return new URL(encoded, FILES + PLACE.repeat(STEPS_UP)).href;
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(FILES)) return undefined;
  let rest = uri.slice(FILES.length);
  let up = STEPS_UP;
  while (up > 0 && rest.startsWith(PLACE)) {
    rest = rest.slice(PLACE.length);
    up--;
  }
  return '../'.repeat(up) + rest.split('/').map(decodeURIComponent).join('/');
}

let metaschemas: Registry | undefined;

function published(): Registry {
  if (!metaschemas) {
    metaschemas = new Registry();
    for (const [uri, document] of METASCHEMAS) metaschemas.add(document, uri);
  }
  return metaschemas;
}

/** What schemas of this version have to look like. */
export function metaschemaOf({ uri }: Dialect): LoadedSchema {
  const registry = published();
  return { registry, target: registry.resolve(uri, registry.resourceAt(uri) as Resource) };
}
