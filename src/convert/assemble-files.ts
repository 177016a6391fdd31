import type { FileVariable, Request, RequestFile } from '../request-file/model/model.js';
import { collectReferences } from '../request-file/model/references.js';
import { uniqueNames } from '../request-file/write-safely.js';
import { assembleRequest, unusable } from './assemble-request.js';
import type { ConvertedFile, Converted, ConvertOptions, Loss, SavedBody } from './converted.js';
import type { FileDraft, RequestDraft, VariableDraft } from './draft.js';
import { requestName, variableName } from './names.js';
import { collapsed, commentLine, oneLine } from './writable-text.js';

interface Notes {
  readonly losses?: readonly Loss[];
  readonly warnings?: readonly string[];
}

/** Drafts of any importer as writable request files, with everything that was lost on the way. */
export function assembleFiles(
  drafts: readonly FileDraft[],
  options: ConvertOptions,
  notes: Notes = {},
): Converted {
  const losses: Loss[] = [...(notes.losses ?? [])];
  const bodyPaths = new Set<string>();
  const names = drafts.map(({ requests }) => namesOf(requests));
  const places = placesOf(drafts, names);
  const captures = drafts.flatMap(({ requests }) => requests.flatMap((request) => request.captures ?? []));
  const captured = new Set(captures.map(({ name }) => name));
  const files = drafts.map((draft, i) =>
    assembleFile(draft, names[i] ?? new Map(), { options, losses, bodyPaths, places, captured }),
  );
  return { files, losses, warnings: notes.warnings ?? [] };
}

type Names = ReadonlyMap<RequestDraft, string>;

interface Surroundings {
  readonly options: ConvertOptions;
  readonly losses: Loss[];
  readonly bodyPaths: Set<string>;
  /** Where each request went, by its place in the source. */
  readonly places: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  /** Names that requests give values to, in any of the files. */
  readonly captured: ReadonlySet<string>;
}

/** Only requests that others run after. */
function placesOf(drafts: readonly FileDraft[], names: readonly Names[]): Surroundings['places'] {
  const wanted = new Set(drafts.flatMap(({ requests }) => requests.flatMap(({ after = [] }) => after)));
  const places = new Map<string, { path: string; name: string }>();
  if (wanted.size === 0) return places;
  drafts.forEach(({ path }, i) => {
    for (const [{ place }, name] of names[i] ?? []) if (wanted.has(place)) places.set(place, { path, name });
  });
  return places;
}

function assembleFile(draft: FileDraft, names: Names, around: Surroundings): ConvertedFile {
  const { options, losses, bodyPaths } = around;
  losses.push(...(draft.losses ?? []));
  const bodies: SavedBody[] = [];
  const secrets: FileVariable[] = [];
  const requests: Request[] = [];
  for (const request of draft.requests) {
    losses.push(...(request.losses ?? []));
    const reason = unusable(request);
    if (reason !== undefined) {
      losses.push({ path: request.place, reason });
      continue;
    }
    const name = names.get(request) ?? '';
    const made = assembleRequest(request, name, options, freePath(name, bodyPaths));
    requests.push(withDependencies(made.request, request, draft, around));
    losses.push(...made.losses);
    secrets.push(...made.secrets);
    if (made.saved === undefined) continue;
    bodies.push(made.saved);
    bodyPaths.add(made.saved.path);
  }
  const variables = [...assembleVariables(draft.variables ?? []), ...secrets];
  const file = { path: draft.path || 'imported.http', variables, requests, diagnostics: [], comments: [] };
  return { path: draft.path, file: { ...file, comments: headComments(draft, file, around) }, bodies };
}

function withDependencies(
  request: Request,
  { after = [] }: RequestDraft,
  { path }: FileDraft,
  { places }: Surroundings,
): Request {
  const depends = after.flatMap((place) => {
    const found = places.get(place);
    if (found === undefined) return [];
    return found.path === path ? found.name : `./${found.path}#${found.name}`;
  });
  return depends.length === 0 ? request : { ...request, metadata: { depends, ...request.metadata } };
}

function namesOf(drafts: readonly RequestDraft[]): Names {
  const usable = drafts.filter((draft) => unusable(draft) === undefined);
  const names = uniqueNames(usable.map(({ name }) => requestName(name)));
  return new Map(usable.map((draft, i) => [draft, names[i] ?? '']));
}

/** Files that share a directory share its bodies. */
function freePath(name: string, taken: ReadonlySet<string>): string {
  let path = `bodies/${name}.txt`;
  for (let number = 2; taken.has(path); number++) path = `bodies/${name}_${number}.txt`;
  return path;
}

/** Of two definitions the first is kept. */
function assembleVariables(drafts: readonly VariableDraft[]): FileVariable[] {
  const variables = new Map<string, FileVariable>();
  for (const { name: wish, value, secret } of drafts) {
    const name = variableName(wish);
    if (variables.has(name)) continue;
    variables.set(name, { name, value: oneLine(value), line: 0, ...(secret && { secret }) });
  }
  return [...variables.values()];
}

function headComments(
  { title, format, version, needs = [] }: FileDraft,
  file: RequestFile,
  { captured }: Surroundings,
): string[] {
  const all = new Set([...needs.map(neededName), ...undefinedNames(file, captured)]);
  return [
    commentLine(`${collapsed(title)} (imported from ${format})`),
    ...(version === undefined || version === '' ? [] : [commentLine(`Version: ${version}`)]),
    ...(all.size === 0 ? [] : [commentLine(`Needs: ${[...all].sort().join(', ')}`)]),
  ];
}

/** A file of the user is named by its path. */
function neededName(name: string): string {
  return name.startsWith('./') ? name : variableName(name);
}

/** What placeholders refer to and nothing defines; of `a` and `a.b` the longer one. */
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
