/** Converts collections of Bruno, as `.bru` files or as OpenCollection, to request files. */
import { uniqueNames } from '../../request-file/write-safely.js';
import { assembleFiles } from '../assemble-files.js';
import { folderHeading } from '../client-entries.js';
import type { Converted, ConvertOptions } from '../converted.js';
import type { ImportedFileDraft, ImportedRequestDraft } from '../import-draft.js';
import { requestName } from '../import-names.js';
import { ImportedVariables } from '../imported-variables.js';
import { SchemaFiles } from '../schema-files.js';
import { SharedLosses } from '../shared-losses.js';
import type { SourceFolder } from '../source-folder.js';
import { loadTranslator } from '../translated-scripts.js';
import { convertEnvironments, type ConvertedEnvironments } from './bruno-environments.js';
import type { BrunoShared } from './bruno-item.js';
import { convertBrunoRequest, type PlacedRequest } from './bruno-request.js';
import { readChecks, type ScriptTools } from './bruno-scripts.js';
import { readTree, type BrunoNode, type BrunoTree } from './bruno-tree.js';
import { FileConstants } from './file-constants.js';
import { scriptConstants } from './script-constants.js';
import { convertUploads } from './uploads.js';

export interface BrunoOptions extends ConvertOptions {
  /** Write one file per top-level folder. */
  readonly perFolder: boolean;
}

export async function convertBruno(source: SourceFolder, options: BrunoOptions): Promise<Converted> {
  const tree = await readTree(source);
  const groups = options.perFolder ? filesOf(tree) : [{ path: '', items: tree.root.items }];
  const shared = new SharedLosses();
  const tools = {
    translator: await loadTranslator(),
    global: groups.length > 1,
    losses: shared,
    schemas: new SchemaFiles(options.saveBodies),
  };
  const outer = tree.root.shared === undefined ? [] : [tree.root.shared];
  const files = groups.map(({ path, items }) => ({
    path,
    requests: placedRequests(items, { folders: [], levels: outer }, tools),
  }));
  const placed = files.flatMap(({ requests }) => requests);
  const set = new Set(placed.flatMap(({ parts }) => namesSetBy(parts)));
  const constants = outer.length === 0 ? NO_CONSTANTS : scriptConstants(placed);
  const defaults = tree.root.shared?.variables ?? [];
  const environments = convertEnvironments(tree.environments, defaults, set, options);
  const context = { title: tree.root.name, set, shared, environments, constants };
  const drafts = files.map(({ path, requests }) => fileDraft(path, requests, context));
  const uploads = await convertUploads(drafts, source, options);
  const losses = [...tree.losses, ...environments.losses, ...shared.all, ...uploads.losses];
  const extras = [...environments.extras, ...uploads.copies];
  return { ...assembleFiles(uploads.drafts, options, { losses, warnings: tree.warnings }), extras };
}

interface BrunoFile {
  readonly path: string;
  readonly items: readonly BrunoNode[];
}

/** Requests outside of folders go into a file named after the collection. */
function filesOf({ root }: BrunoTree): BrunoFile[] {
  const requests = root.items.filter(({ kind }) => kind === 'request');
  const folders = root.items.filter((item) => item.kind === 'folder');
  const groups = [
    ...(requests.length > 0 || folders.length === 0 ? [{ name: root.name, items: requests }] : []),
    ...folders.map((item) => ({ name: item.folder.name, items: [item] })),
  ];
  const names = uniqueNames(groups.map(({ name }) => requestName(name)));
  return groups.map(({ items }, i) => ({ path: `${names[i]}.http`, items }));
}

interface Around {
  readonly folders: readonly string[];
  readonly levels: readonly BrunoShared[];
}

const OTHER_PROTOCOLS = /^(?:grpc|ws|websocket)$/;

/** The depth of folders is limited where they are read. */
function placedRequests(items: readonly BrunoNode[], around: Around, tools: ScriptTools): PlacedRequest[] {
  return items.flatMap((item) => {
    if (item.kind === 'folder') {
      const { name, shared, items: inner } = item.folder;
      const levels = shared === undefined ? around.levels : [...around.levels, shared];
      return placedRequests(inner, { folders: [...around.folders, name], levels }, tools);
    }
    const { request } = item;
    if (OTHER_PROTOCOLS.test(request.type)) {
      tools.losses.lose(request.file, `${request.type} requests have no counterpart`);
      return [];
    }
    const levels = [...around.levels, request];
    return { request, folders: around.folders, levels, ...readChecks(levels, request.name, tools) };
  });
}

function namesSetBy({ captures, sets }: PlacedRequest['parts']): string[] {
  return [...captures, ...sets].map(({ name }) => name);
}

interface FileContext {
  readonly title: string;
  readonly set: ReadonlySet<string>;
  readonly shared: SharedLosses;
  readonly environments: ConvertedEnvironments;
  /** What scripts of the collection set to one value always. */
  readonly constants: ReadonlyMap<string, string>;
}

const NO_CONSTANTS: FileContext['constants'] = new Map();

function fileDraft(
  path: string,
  placed: readonly PlacedRequest[],
  { title, set, shared, environments, constants: always }: FileContext,
): ImportedFileDraft {
  const variables = new ImportedVariables();
  for (const { name, value } of environments.variables) variables.reserve(name, value);
  for (const [name, value] of always) variables.reserve(name, value);
  const constants = new FileConstants(variables, environments.names, set);
  const sets = placed.map(({ levels }) => constants.define(levels));
  for (const name of [...environments.names, ...set]) variables.reserve(name);
  let lastFolder = '';
  const requests = placed.map((each, i): ImportedRequestDraft => {
    const own = [...(sets[i] ?? []), ...each.parts.sets.filter(({ name }) => !always.has(name))];
    const draft = convertBrunoRequest(each, { variables, set, shared, sets: own });
    const folder = each.folders.join('\n');
    const isFirst = folder !== '' && folder !== lastFolder;
    lastFolder = folder;
    return isFirst ? { ...draft, comments: [folderHeading(each.folders)] } : draft;
  });
  return {
    path,
    title: title || 'Collection',
    format: 'bruno',
    requests,
    variables: variables.drafts,
    supplied: environments.supplied,
    needs: environments.needs,
  };
}
