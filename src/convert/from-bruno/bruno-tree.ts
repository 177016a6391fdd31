/** The folders and requests of a collection, from its files. */
import { parseDocument } from '../../documents/parse-document.js';
import { list, mapping, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import type { Loss } from '../converted.js';
import { looseText } from '../foreign-template.js';
import type { SourceFolder } from '../source-folder.js';
import type { BrunoEnvironment, BrunoRequest, BrunoShared } from './bruno-item.js';
import { readBruEnvironment, readBruRequest, readBruShared } from './read-bru.js';
import {
  readOpenEnvironment,
  readOpenRequest,
  readOpenShared,
  type OpenPart,
} from './read-open-collection.js';

export interface BrunoFolder {
  readonly name: string;
  readonly shared: BrunoShared | undefined;
  readonly items: readonly BrunoNode[];
}

export type BrunoNode =
  | { readonly kind: 'folder'; readonly folder: BrunoFolder }
  | { readonly kind: 'request'; readonly request: BrunoRequest };

export interface BrunoTree {
  readonly root: BrunoFolder;
  readonly environments: readonly BrunoEnvironment[];
  readonly losses: readonly Loss[];
  /** Where documents break rules of their format and were read all the same. */
  readonly warnings: readonly string[];
}

interface OpenFolder {
  readonly name: string;
  shared: BrunoShared | undefined;
  readonly folders: Map<string, OpenFolder>;
  readonly requests: BrunoRequest[];
}

/** A nested document may not be deeper than this. */
const MAX_DEPTH = 32;

export async function readTree(source: SourceFolder): Promise<BrunoTree> {
  const builder = new TreeBuilder(source);
  const documents = [...source.files].filter(([path]) => /\.ya?ml$/i.test(path));
  const isOpen = documents.some(([path]) => /^opencollection\.ya?ml$/i.test(path));
  const isSingle = source.files.size === 1 && documents.length === 1;
  if (isOpen || isSingle) for (const [path, text] of documents) await builder.addDocument(path, text);
  else for (const [path, text] of source.files) if (/\.bru$/i.test(path)) builder.addBru(path, text);
  const settings = await readSettings(source);
  return builder.finished(settings.name, settings.losses);
}

/** The name in `bruno.json`, and which of its settings change what is sent. */
async function readSettings({
  files,
  name,
}: SourceFolder): Promise<{ readonly name: string; readonly losses: readonly Loss[] }> {
  const text = files.get(SETTINGS);
  const parsed = text === undefined ? undefined : await parseDocument(text);
  const settings = parsed !== undefined && 'value' in parsed ? mapping(parsed.value) : undefined;
  const reasons = [
    ...(parsed !== undefined && 'fault' in parsed ? [`the file is ${parsed.fault}`] : []),
    ...lostSettings(settings ?? {}),
  ];
  return {
    name: looseText(settings?.['name']).trim() || name || 'Collection',
    losses: reasons.map((reason) => ({ path: SETTINGS, reason })),
  };
}

const SETTINGS = 'bruno.json';

/** Settings of the client that change what is sent. */
function lostSettings({ proxy, clientCertificates }: Mapping): string[] {
  const certificates = list(mapping(clientCertificates)?.['certs'] ?? clientCertificates);
  return [
    ...(isOn(mapping(proxy)) ? ['a proxy has no counterpart'] : []),
    ...(certificates.length > 0 ? ['client certificates have no counterpart'] : []),
  ];
}

/** Newer files say `disabled`, older ones `enabled`. */
function isOn(proxy: Mapping | undefined): boolean {
  if (proxy === undefined || proxy['inherit'] === true) return false;
  const hasHost = looseText(proxy['hostname'] ?? mapping(proxy['config'])?.['hostname']) !== '';
  return hasHost && (proxy['enabled'] === true || proxy['disabled'] === false);
}

class TreeBuilder {
  readonly #root: OpenFolder = openFolder('');
  readonly #environments: BrunoEnvironment[] = [];
  readonly #losses: Loss[];
  readonly #warnings: string[] = [];
  /** Whether anything of the format was found. */
  #isFormat: boolean;

  constructor(source: SourceFolder) {
    this.#losses = [...source.losses];
    this.#isFormat = source.files.has(SETTINGS);
  }

  addBru(path: string, text: string): void {
    this.#isFormat = true;
    const folders = path.split('/');
    const fileName = folders.pop() ?? '';
    if (/^environments$/i.test(folders[0] ?? '')) {
      const { losses, ...environment } = readBruEnvironment(path, text, fileName.replace(/\.bru$/i, ''));
      this.#environments.push(environment);
      this.#losses.push(...losses);
    } else if (fileName === 'collection.bru' || fileName === 'folder.bru') {
      const shared = readBruShared(path, text);
      this.#folder(folders).shared = shared;
      this.#losses.push(...shared.losses);
    } else this.#addRequest(folders, readBruRequest(path, text), fileName.replace(/\.bru$/i, ''));
  }

  async addDocument(path: string, text: string): Promise<void> {
    const parsed = await parseDocument(text);
    const value = 'value' in parsed ? mapping(parsed.value) : undefined;
    if ('warnings' in parsed)
      this.#warnings.push(...(parsed.warnings ?? []).map((each) => `${path}: ${each}`));
    if (value === undefined) {
      const reason = 'fault' in parsed ? `the file is ${parsed.fault}` : 'the file is not an object';
      this.#losses.push({ path, reason });
      return;
    }
    const folders = path.split('/');
    const fileName = (folders.pop() ?? '').replace(/\.ya?ml$/i, '');
    const part = { file: path, pointer: '', value };
    if (/^environments$/i.test(folders[0] ?? '')) {
      this.#isFormat = true;
      this.#environments.push(readOpenEnvironment(path, value, fileName));
    } else if (fileName === 'opencollection' && folders.length === 0) this.#addCollection(part);
    else if (fileName === 'folder') {
      this.#isFormat = true;
      this.#folder(folders).shared = readOpenShared(part);
    } else if (isRequest(value)) this.#addRequest(folders, readOpenRequest(part), fileName);
    else if (Array.isArray(value['items'])) this.#addCollection(part);
    else if (value['info'] !== undefined) this.#losses.push({ path, reason: 'the file has no request' });
  }

  /** The collection itself, with its requests if they are bundled. */
  #addCollection(part: OpenPart): void {
    this.#isFormat = true;
    this.#root.shared = readOpenShared(part);
    const config = mapping(part.value['config']) ?? {};
    for (const reason of lostSettings(config))
      this.#losses.push({ path: part.file, reason: `/config: ${reason}` });
    for (const each of list(config['environments'])) {
      const environment = mapping(each);
      if (environment !== undefined)
        this.#environments.push(readOpenEnvironment(part.file, environment, 'environment'));
    }
    this.#addItems(part, [], 0);
  }

  #addItems({ file, pointer, value }: OpenPart, folders: readonly string[], depth: number): void {
    for (const [i, each] of list(value['items']).entries()) {
      const item = mapping(each);
      const here = `${pointer}/items/${i}`;
      if (item === undefined) continue;
      const part = { file, pointer: here, value: item };
      const name = looseText(mapping(item['info'])?.['name'] ?? item['name']).trim();
      if (!Array.isArray(item['items'])) this.#addRequest(folders, readOpenRequest(part), name);
      else if (depth >= MAX_DEPTH)
        this.#losses.push({ path: file, reason: `${here}: folders are nested too deeply` });
      else {
        const inner = [...folders, name || 'Folder'];
        this.#folder(inner).shared = readOpenShared(part);
        this.#addItems(part, inner, depth + 1);
      }
    }
  }

  #addRequest(folders: readonly string[], request: BrunoRequest, name: string): void {
    if (request.url === '' && request.scripts.length === 0 && request.name === '') {
      this.#losses.push(...request.losses, { path: request.file, reason: 'the file has no request' });
      return;
    }
    this.#isFormat = true;
    this.#folder(folders).requests.push({ ...request, name: request.name || name });
  }

  #folder(names: readonly string[]): OpenFolder {
    let folder = this.#root;
    for (const name of names) {
      const found = folder.folders.get(name) ?? openFolder(name);
      folder.folders.set(name, found);
      folder = found;
    }
    return folder;
  }

  finished(title: string, ofSettings: readonly Loss[]): BrunoTree {
    if (!this.#isFormat)
      throw new ServiceError(
        'input',
        'not a Bruno collection: found neither bruno.json nor opencollection.yml nor a .bru file',
      );
    const root = ordered(this.#root);
    return {
      root: { ...root, name: root.shared?.name || title },
      environments: this.#environments,
      losses: [...ofSettings, ...this.#losses],
      warnings: this.#warnings,
    };
  }
}

function openFolder(name: string): OpenFolder {
  return { name, shared: undefined, folders: new Map(), requests: [] };
}

function isRequest(value: Mapping): boolean {
  return (
    ['http', 'graphql', 'grpc', 'websocket', 'ws'].some((type) => mapping(value[type]) !== undefined) ||
    mapping(value['info'])?.['type'] !== undefined
  );
}

/** By their numbers, then by name; those without a number come last. */
function ordered({ name, shared, folders, requests }: OpenFolder): BrunoFolder {
  const nodes = [
    ...[...folders.values()].map((each) => {
      const folder = ordered(each);
      return { seq: each.shared?.seq, name: folder.name, node: { kind: 'folder', folder } as const };
    }),
    ...requests.map((request) => ({
      seq: request.seq,
      name: request.name,
      node: { kind: 'request', request } as const,
    })),
  ];
  const sorted = nodes.sort(
    (a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity) || (a.name < b.name ? -1 : Number(a.name > b.name)),
  );
  return { name: shared?.name || name, shared, items: sorted.map(({ node }) => node) };
}
