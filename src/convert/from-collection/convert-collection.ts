/** Converts Postman collections of format 2.1 to request files. */
import { pointerStep } from '../../primitives/json-pointer.js';
import { parseDocument } from '../../documents/parse-document.js';
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import { storedName } from '../../request-file/scripts/stored-name.js';
import { assembleFiles } from '../assemble-files.js';
import { enabledEntries, folderHeading } from '../client-entries.js';
import type { Converted, ConvertOptions, Loss } from '../converted.js';
import type { ImportedRequestDraft } from '../import-draft.js';
import { ImportedVariables } from '../imported-variables.js';
import { looseText } from '../foreign-template.js';
import { withNeededFiles } from '../needed-files.js';
import { SchemaFiles } from '../schema-files.js';
import { SharedLosses } from '../shared-losses.js';
import type { SourceFolder } from '../source-folder.js';
import { loadTranslator, type ScriptReading } from '../translated-scripts.js';
import { hasScripts, namesStoredInside, NO_TRANSLATOR, storedNames } from './collection-scripts.js';
import { convertCollectionRequest } from './collection-request.js';
import { inherit, type Inherited } from './collection-item.js';
import { CollectionTemplateReader } from './collection-template.js';
import { readEnvironment } from './read-environment.js';
import { readDirectory } from './read-directory.js';

export interface CollectionOptions extends ConvertOptions {
  /** The text of an exported environment, whose variables win over those of the collection. */
  readonly environment?: string;
}

export async function convertCollection(source: string, options: CollectionOptions): Promise<Converted> {
  const { collection, warnings } = await readCollection(source);
  return convertParsed(collection, options, warnings);
}

/** A collection of version 3; losses are named by their files. */
export async function convertCollectionDirectory(
  source: SourceFolder,
  options: CollectionOptions,
): Promise<Converted> {
  const { collection, losses, warnings, places } = await readDirectory(source);
  const converted = await convertParsed(collection, options, warnings);
  return { ...converted, losses: [...losses, ...converted.losses.map((loss) => inFile(loss, places))] };
}

/** `/item/0/event/1` is `/scripts/1` in the file of the item. */
function inFile(loss: Loss, places: ReadonlyMap<string, string>): Loss {
  const pointer = /^(?:\/item\/\d+)*/.exec(loss.path)?.[0] ?? '';
  const file = places.get(pointer);
  if (file === undefined) return loss;
  const rest = loss.path
    .slice(pointer.length)
    .replace('/event/', '/scripts/')
    .replace(/^\/request/, '');
  return { ...loss, path: `${file}${rest}` };
}

async function convertParsed(
  collection: Mapping,
  options: CollectionOptions,
  warnings: readonly string[],
): Promise<Converted> {
  const walk: CollectionWalk = {
    variables: new ImportedVariables(),
    requests: [],
    shared: new SharedLosses(),
    reading: {
      translator: hasScripts(collection) ? await loadTranslator() : NO_TRANSLATOR,
      schemas: new SchemaFiles(options.saveBodies),
      client: 'postman',
    },
    storedInside: namesStoredInside(collection),
  };
  for (const name of storedNames(collection)) walk.variables.rename(name, storedName(name));
  readVariables(collection, await readEnvironment(options.environment), walk);
  const nothing: Inherited = {
    folders: [],
    auth: undefined,
    authPlace: '',
    scripts: [],
    directives: {},
    keepsBodies: false,
  };
  readItems(collection, '', inherit(collection, '', nothing, walk.shared), walk);
  const draft = {
    path: '',
    title: looseText(mapping(collection['info'])?.['name']) || 'Collection',
    format: 'collection' as const,
    version: versionText(mapping(collection['info'])?.['version']),
    variables: walk.variables.drafts,
    requests: walk.requests,
    losses: walk.shared.all,
  };
  return assembleFiles([withNeededFiles(draft)], options, { warnings });
}

async function readCollection(source: string): Promise<{ collection: Mapping; warnings: string[] }> {
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  const root = mapping(parsed.value);
  // The web service that stores collections wraps them in an object.
  const collection = mapping(root?.['collection']) ?? root;
  const schema = text(mapping(collection?.['info'])?.['schema']);
  if (collection === undefined || schema === '') throw refusal('it has no info.schema');
  const version = /\/v(\d+\.\d+)/.exec(schema)?.[1];
  if (version !== '2.1' && version !== '2.0') throw refusal('its schema names another version');
  if (!Array.isArray(collection['item'])) throw refusal('it has no list of items');
  const older = version === '2.0' ? ['the collection has format 2.0; it is read like 2.1'] : [];
  const warnings = [...older, ...(parsed.warnings ?? [])];
  return { collection, warnings };
}

function refusal(reason: string): ServiceError {
  return new ServiceError('input', `not a Postman collection of format 2.1: ${reason}`);
}

function versionText(value: unknown): string {
  const parts = mapping(value);
  if (parts === undefined) return looseText(value);
  return [parts['major'], parts['minor'], parts['patch']].map(looseText).filter(Boolean).join('.');
}

interface CollectionWalk {
  readonly variables: ImportedVariables;
  readonly requests: ImportedRequestDraft[];
  readonly shared: SharedLosses;
  readonly reading: ScriptReading;
  readonly storedInside: ReadonlySet<string>;
}

/** All names are reserved first, since values may refer to later variables. */
function readVariables(
  collection: Mapping,
  environment: readonly Mapping[],
  { variables, shared }: CollectionWalk,
): void {
  const templates = new CollectionTemplateReader(variables);
  // Old exports call them `variables`.
  const own = enabledEntries(collection['variable'] ?? collection['variables']);
  const named = [...own, ...environment].flatMap((entry) => {
    const name = looseText(entry['key'] ?? entry['id']).trim();
    return name === '' ? [] : [{ name, entry }];
  });
  for (const { name } of named) variables.reserve(name);
  for (const { name, entry } of named) {
    const secret = entry['type'] === 'secret' ? true : undefined;
    variables.reserve(name, templates.read(entry['value']), secret);
  }
  for (const dynamic of templates.lost) shared.lose('/variable', `{{${dynamic}}} has no counterpart`);
}

function readItems(folder: Mapping, place: string, inherited: Inherited, walk: CollectionWalk): void {
  let isFirst = inherited.folders.length > 0;
  list(folder['item']).forEach((value, i) => {
    const item = mapping(value);
    if (item === undefined) return;
    const here = `${place}/item${pointerStep(i)}`;
    const losses = Array.isArray(item['item']) ? walk.shared : new SharedLosses();
    const inner = inherit(item, here, inherited, losses);
    if (enabledEntries(item['variable']).length > 0)
      walk.shared.lose(`${here}/variable`, 'variables of an item have no counterpart');
    if (Array.isArray(item['item'])) {
      const folders = [...inherited.folders, looseText(item['name']).trim() || 'Folder'];
      readItems(item, here, { ...inner, folders }, walk);
    } else if (item['request'] !== undefined && item['request'] !== null) {
      const request = convertCollectionRequest(item, here, inner, losses, walk);
      walk.requests.push(isFirst ? { ...request, comments: [folderHeading(inherited.folders)] } : request);
      isFirst = false;
    } else walk.shared.lose(here, 'an item without a request has no counterpart');
  });
}
