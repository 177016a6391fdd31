/** Request collections of format 2.1 as request files (cli.md 10.3). */
import { parseDocument } from '../../documents/parse-document.js';
import { list, mapping, pointerStep, text, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import { assembleFiles } from '../assemble-files.js';
import type { Converted, ConvertOptions } from '../converted.js';
import type { RequestDraft } from '../draft.js';
import { FileVariables } from '../file-variables.js';
import { looseText } from '../foreign-template.js';
import { SharedLosses } from '../shared-losses.js';
import { collectionRequest } from './collection-request.js';
import { inherit, type Inherited } from './collection-item.js';
import { TemplateReader } from './template.js';

export async function convertCollection(source: string, options: ConvertOptions): Promise<Converted> {
  const { collection, warnings } = await readCollection(source);
  const walk: Walk = {
    variables: new FileVariables(),
    requests: [],
    shared: new SharedLosses(),
    seen: new Set(),
  };
  readVariables(collection, walk);
  const nothing: Inherited = {
    folders: [],
    auth: undefined,
    authPlace: '',
    assertions: [],
    captures: [],
    directives: {},
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
  return assembleFiles([draft], options, { warnings });
}

async function readCollection(source: string): Promise<{ collection: Mapping; warnings: string[] }> {
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  const root = mapping(parsed.value);
  // The answer of the web service that keeps collections.
  const collection = mapping(root?.['collection']) ?? root;
  const schema = text(mapping(collection?.['info'])?.['schema']);
  if (collection === undefined || schema === '') throw refusal('it has no info.schema');
  const version = /\/v(\d+\.\d+)/.exec(schema)?.[1];
  if (version !== '2.1' && version !== '2.0') throw refusal('its schema names another version');
  if (!Array.isArray(collection['item'])) throw refusal('it has no list of items');
  const warnings = version === '2.0' ? ['the collection has format 2.0; it is read like 2.1'] : [];
  return { collection, warnings };
}

function refusal(reason: string): ServiceError {
  return new ServiceError('input', `not a collection of format 2.1: ${reason}`);
}

function versionText(value: unknown): string {
  const parts = mapping(value);
  if (parts === undefined) return looseText(value);
  return [parts['major'], parts['minor'], parts['patch']].map(looseText).filter(Boolean).join('.');
}

interface Walk {
  readonly variables: FileVariables;
  readonly requests: RequestDraft[];
  readonly shared: SharedLosses;
  /** Folders whose heading has been written. */
  readonly seen: Set<unknown>;
}

/** Names first, since values may refer to later ones. */
function readVariables(collection: Mapping, { variables, shared }: Walk): void {
  const templates = new TemplateReader(variables);
  const entries = list(collection['variable'])
    .map(mapping)
    .filter((entry) => entry?.['disabled'] !== true);
  const nameOf = (entry: Mapping | undefined): string => looseText(entry?.['key'] ?? entry?.['id']).trim();
  for (const entry of entries) if (nameOf(entry) !== '') variables.reserve(nameOf(entry));
  for (const entry of entries) {
    const secret = entry?.['type'] === 'secret' ? true : undefined;
    if (nameOf(entry) !== '') variables.reserve(nameOf(entry), templates.read(entry?.['value']), secret);
  }
  for (const dynamic of templates.lost) shared.lose('/variable', `{{${dynamic}}} has no counterpart`);
}

function readItems(folder: Mapping, place: string, inherited: Inherited, walk: Walk): void {
  list(folder['item']).forEach((value, i) => {
    const item = mapping(value);
    if (item === undefined) return;
    const here = `${place}/item${pointerStep(i)}`;
    const losses = Array.isArray(item['item']) ? walk.shared : new SharedLosses();
    const inner = inherit(item, here, inherited, losses);
    if (Array.isArray(item['item'])) {
      const folders = [...inherited.folders, looseText(item['name']).trim() || 'Folder'];
      readItems(item, here, { ...inner, folders }, walk);
    } else if (item['request'] !== undefined && item['request'] !== null) {
      const request = collectionRequest(item, here, inner, losses, walk);
      const isFirst = inherited.folders.length > 0 && !walk.seen.has(folder);
      walk.seen.add(folder);
      walk.requests.push(isFirst ? { ...request, comments: [heading(inherited.folders)] } : request);
    }
  });
}

function heading(folders: readonly string[]): string {
  return `# ==== ${folders.join(' / ')} ====`;
}
