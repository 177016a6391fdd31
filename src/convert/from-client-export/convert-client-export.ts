/** Converts Insomnia exports of format 4 and 5 to request files. */
import { parseDocument } from '../../documents/parse-document.js';
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { ServiceError } from '../../errors.js';
import { uniqueNames } from '../../request-file/write-safely.js';
import { assembleFiles } from '../assemble-files.js';
import { folderHeading } from '../client-entries.js';
import type { Converted, ConvertOptions } from '../converted.js';
import type { ImportedFileDraft, ImportedRequestDraft } from '../import-draft.js';
import { ImportedVariables } from '../imported-variables.js';
import { requestName } from '../import-names.js';
import { withNeededFiles } from '../needed-files.js';
import { SchemaFiles } from '../schema-files.js';
import { SharedLosses } from '../shared-losses.js';
import { loadTranslator, type ScriptReading } from '../translated-scripts.js';
import { defineEnvironments, defineFolders } from './environment-variables.js';
import { convertExportRequest } from './export-request.js';
import type { ExportFolder, ExportItem, ExportTree } from './export-tree.js';
import { readVersion4 } from './read-version-4.js';
import { readVersion5 } from './read-version-5.js';
import { orderRequests } from './request-order.js';
import { ResponseTags, type QueryRules } from './response-tags.js';
import type { ExportTemplateSources } from './export-template.js';

export interface ClientExportOptions extends ConvertOptions {
  /** Write one file per top-level folder. */
  readonly perFolder: boolean;
}

export async function convertClientExport(source: string, options: ClientExportOptions): Promise<Converted> {
  const { tree, warnings } = await readTree(source);
  const shared = new SharedLosses();
  const tags = new ResponseTags(tree, await queryRules(source));
  const groups = options.perFolder ? filesOf(tree) : [{ path: '', items: tree.items }];
  const reading: ScriptReading = {
    translator: await loadTranslator(),
    schemas: new SchemaFiles(options.saveBodies),
    client: 'insomnia',
    global: groups.length > 1,
  };
  const drafts = groups.map(({ path, items }) => fileDraft(path, items, tree, { tags, shared, reading }));
  const losses = [...tree.losses, ...shared.all];
  const ordered = orderRequests(drafts, tags).map(withNeededFiles);
  return assembleFiles(ordered, options, { losses, warnings });
}

/** Loaded on demand, because both parsers are large and few exports need them. */
async function queryRules(source: string): Promise<QueryRules> {
  if (!/\{%-?\s*response\b/.test(source)) return { jsonpath: () => '', xpath: () => '' };
  const { jsonpathProblem } = await import('../../request-file/expressions/check-jsonpath.js');
  const { xpathProblem } = await import('../../request-file/expressions/check-xpath.js');
  return { jsonpath: jsonpathProblem, xpath: xpathProblem };
}

interface ReadExport {
  readonly tree: ExportTree;
  readonly warnings: readonly string[];
}

async function readTree(source: string): Promise<ReadExport> {
  const parsed = await parseDocument(source);
  if ('fault' in parsed) throw refusal(parsed.fault);
  return { tree: treeOf(mapping(parsed.value)), warnings: parsed.warnings ?? [] };
}

function treeOf(root: Mapping | undefined): ExportTree {
  if (root === undefined) throw refusal('it is no object');
  if (/^(?:collection|spec)\.insomnia\.rest\/5\./.test(text(root['type']))) return readVersion5(root);
  if (root['_type'] !== 'export') throw refusal('its _type is not export');
  if (root['__export_format'] !== 4) throw refusal('its __export_format is not 4');
  if (!Array.isArray(root['resources'])) throw refusal('it has no list of resources');
  return readVersion4(root);
}

function refusal(reason: string): ServiceError {
  return new ServiceError('input', `not an Insomnia export of format 4 or 5: ${reason}`);
}

interface ExportFile {
  readonly path: string;
  readonly items: readonly ExportItem[];
}

/** Requests outside of folders go into a file named after the workspace. */
function filesOf({ title, items }: ExportTree): ExportFile[] {
  const folders = items.filter((item) => item.kind === 'folder');
  const requests = items.filter((item) => item.kind === 'request');
  const groups = [
    ...(requests.length > 0 || folders.length === 0 ? [{ name: title, items: requests }] : []),
    ...folders.map((folder) => ({ name: folder.name, items: [folder] })),
  ];
  const names = uniqueNames(groups.map(({ name }) => requestName(name)));
  return groups.map((group, i) => ({ path: `${names[i]}.http`, items: group.items }));
}

function fileDraft(
  path: string,
  items: readonly ExportItem[],
  tree: ExportTree,
  common: Pick<ExportTemplateSources, 'tags' | 'shared' | 'reading'>,
): ImportedFileDraft {
  const variables = new ImportedVariables();
  const sources: ExportTemplateSources = { ...common, variables, made: new Map() };
  defineEnvironments(tree.environments, sources);
  defineFolders(items, sources);
  return {
    path,
    title: tree.title || 'Client export',
    format: 'clientexport',
    requests: readItems(items, [], sources),
    variables: variables.drafts,
  };
}

function readItems(
  items: readonly ExportItem[],
  folders: readonly ExportFolder[],
  sources: ExportTemplateSources,
): ImportedRequestDraft[] {
  let isFirst = folders.length > 0;
  return items.flatMap((item) => {
    if (item.kind === 'folder') return readItems(item.items, [...folders, item], sources);
    const request = convertExportRequest(item, folders, sources);
    const comments = [folderHeading(folders.map(({ name }) => name))];
    const headed = isFirst ? { ...request, comments } : request;
    isFirst = false;
    return [headed];
  });
}
