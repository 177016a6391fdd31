import { posix } from 'node:path';
import type { FileVariable, Request, RequestFile } from '../request-file/model/model.js';
import { collectReferences } from '../request-file/model/references.js';
import { uniqueNames } from '../request-file/write-safely.js';
import { chainRequests } from './chain-requests.js';
import { assembleRequest, findUnusableReason } from './assemble-request.js';
import { isSettings } from './copied-files.js';
import type { ConvertedFile, Converted, ConvertOptions, Loss, SavedBody } from './converted.js';
import type { ImportedFileDraft, ImportedRequestDraft, VariableDraft } from './import-draft.js';
import { requestName, variableName } from './import-names.js';
import { SecretTokens, withSecretTokens } from './secret-tokens.js';
import { collapseBlanks, toComment, toOneLine } from './writable-text.js';

interface Notes {
  readonly losses?: readonly Loss[];
  readonly warnings?: readonly string[];
}

/** Assembles the drafts of any importer into request files, with all losses. */
export function assembleFiles(
  drafts: readonly ImportedFileDraft[],
  options: ConvertOptions,
  notes: Notes = {},
): Converted {
  const losses: Loss[] = [...(notes.losses ?? [])];
  const bodyPaths = new Set<string>();
  const names = new Map(drafts.flatMap(({ requests }) => namesOf(requests)));
  const places = placesOf(drafts, names);
  const captures = drafts.flatMap(({ requests }) =>
    requests.flatMap(({ captures: own = [], directives }) => [...own, ...(directives?.set ?? [])]),
  );
  const captured = new Set(captures.map(({ name }) => name));
  const context = { options, losses, bodyPaths, names, places, captured };
  const files = drafts.map((draft) => assembleFile(draft, context));
  const chained = options.chain === true ? chainRequests(files, { inside: true, across: true }) : files;
  return { files: chained, losses, warnings: notes.warnings ?? [] };
}

interface AssemblyContext {
  readonly options: ConvertOptions;
  readonly losses: Loss[];
  readonly bodyPaths: Set<string>;
  /** The names of all requests that can be written. */
  readonly names: ReadonlyMap<ImportedRequestDraft, string>;
  /** The file and name of each request, by its place in the source. */
  readonly places: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  /** The names that requests of any file capture. */
  readonly captured: ReadonlySet<string>;
}

/** Only requests that others depend on. */
function placesOf(
  drafts: readonly ImportedFileDraft[],
  names: AssemblyContext['names'],
): AssemblyContext['places'] {
  const wanted = new Set(drafts.flatMap(({ requests }) => requests.flatMap(({ after = [] }) => after)));
  const places = new Map<string, { path: string; name: string }>();
  if (wanted.size === 0) return places;
  for (const { path, requests } of drafts)
    for (const request of requests) {
      const name = wanted.has(request.place) ? names.get(request) : undefined;
      if (name !== undefined) places.set(request.place, { path, name });
    }
  return places;
}

function assembleFile(draft: ImportedFileDraft, context: AssemblyContext): ConvertedFile {
  const { options, losses, bodyPaths, names, captured } = context;
  losses.push(...(draft.losses ?? []));
  const bodies: SavedBody[] = [];
  const secrets: FileVariable[] = [];
  const own = withSecretTokens(draft.variables ?? []);
  const tokens = new SecretTokens([...own.map(({ name }) => variableName(name)), ...captured]);
  const requests: Request[] = [];
  for (const request of draft.requests) {
    losses.push(...(request.losses ?? []));
    const name = names.get(request);
    if (name === undefined) {
      losses.push({ path: request.place, reason: findUnusableReason(request) ?? '' });
      continue;
    }
    const made = assembleRequest(request, name, options, { bodyPath: freePath(name, bodyPaths), tokens });
    requests.push(withDependencies(made.request, request, draft, context));
    losses.push(...made.losses);
    secrets.push(...made.secrets);
    for (const saved of [...(made.saved === undefined ? [] : [made.saved]), ...(request.saved ?? [])]) {
      bodies.push(saved);
      bodyPaths.add(saved.path);
    }
  }
  if (options.saveBodies) bodies.push(...placeholdersOf(draft, bodyPaths));
  const variables = [...assembleVariables(own), ...secrets, ...tokens.variables];
  const file = { path: draft.path || 'imported.http', variables, requests, diagnostics: [], comments: [] };
  return { path: draft.path, file: { ...file, comments: headComments(draft, file, context) }, bodies };
}

/** Files that the user has to supply, so that the requests can be checked and sent at once. */
function placeholdersOf({ needs = [] }: ImportedFileDraft, taken: Set<string>): SavedBody[] {
  const paths = needs
    .filter((name) => name.startsWith('./'))
    .map((name) => posix.normalize(name))
    .filter((path) => !path.startsWith('../') && !isSettings(path) && !/\.(?:http|rest|spec)$/i.test(path));
  const free = [...new Set(paths)].filter((path) => !taken.has(path)).slice(0, MAX_PLACEHOLDERS);
  for (const path of free) taken.add(path);
  return free.map((path) => ({ path, text: PLACEHOLDER_TEXT, isPlaceholder: true }));
}

const PLACEHOLDER_TEXT = 'placeholder\n';
/** No source may fill a folder with files. */
const MAX_PLACEHOLDERS = 200;

function withDependencies(
  request: Request,
  { after = [] }: ImportedRequestDraft,
  { path }: ImportedFileDraft,
  { places }: AssemblyContext,
): Request {
  const depends = after.flatMap((place) => {
    const found = places.get(place);
    if (found === undefined) return [];
    return found.path === path ? found.name : `./${found.path}#${found.name}`;
  });
  return depends.length === 0 ? request : { ...request, metadata: { depends, ...request.metadata } };
}

function namesOf(drafts: readonly ImportedRequestDraft[]): [ImportedRequestDraft, string][] {
  const usable = drafts.filter((draft) => findUnusableReason(draft) === undefined);
  const names = uniqueNames(folderNames(usable));
  return usable.map((draft, i) => [draft, names[i] ?? '']);
}

/** Equal names get the name of their folder, and where that is not enough those of all folders. */
function folderNames(drafts: readonly ImportedRequestDraft[]): string[] {
  let names = drafts.map(({ name }) => requestName(name));
  for (const folders of [-1, 0]) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    names = names.map((name, i) => {
      const { name: own = '', folders: around = [] } = drafts[i] ?? {};
      const isUnique = counts.get(name) === 1 || around.length === 0;
      return isUnique ? name : requestName([...around.slice(folders), own].join(' '));
    });
  }
  return names;
}

/** Files in the same directory share one folder of bodies. */
function freePath(name: string, taken: ReadonlySet<string>): string {
  let path = `bodies/${name}.txt`;
  for (let number = 2; taken.has(path); number++) path = `bodies/${name}_${number}.txt`;
  return path;
}

/** The first of two definitions is kept. */
function assembleVariables(drafts: readonly VariableDraft[]): FileVariable[] {
  const variables = new Map<string, FileVariable>();
  for (const { name: originalName, value, secret } of drafts) {
    const name = variableName(originalName);
    if (variables.has(name)) continue;
    variables.set(name, { name, value: toOneLine(value), line: 0, ...(secret && { secret }) });
  }
  return [...variables.values()];
}

function headComments(
  { title, format, version, needs = [], supplied }: ImportedFileDraft,
  file: RequestFile,
  { captured }: AssemblyContext,
): string[] {
  const defined = supplied === undefined ? captured : new Set([...captured, ...supplied]);
  const all = new Set([...needs.map(neededName), ...undefinedNames(file, defined)]);
  return [
    toComment(`${collapseBlanks(title)} (imported from ${format})`),
    ...(version === undefined || version === '' ? [] : [toComment(`Version: ${version}`)]),
    ...(all.size === 0 ? [] : [toComment(`Needs: ${[...all].sort().join(', ')}`)]),
  ];
}

/** A file of the user is named by its path. */
function neededName(name: string): string {
  return name.startsWith('./') ? name : variableName(name);
}

/** The names that placeholders use without a definition; of `a` and `a.b` only the longer one. */
function undefinedNames(file: RequestFile, captured: ReadonlySet<string>): string[] {
  const defined = new Set([...file.variables.map(({ name }) => name), ...captured]);
  const referred = collectReferences([file]);
  const prefixes = new Set<string>();
  for (const name of referred) for (const prefix of prefixesOf(name)) prefixes.add(prefix);
  return [...referred].filter(
    (name) =>
      !prefixes.has(name) && !defined.has(name) && !prefixesOf(name).some((prefix) => defined.has(prefix)),
  );
}

function prefixesOf(name: string): string[] {
  return Array.from(name.matchAll(/[.[]/g), ({ index }) => name.slice(0, index));
}
