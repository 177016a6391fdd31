/** What other files need to know of a file: its names and where they stand, without its tree or its text. */
import { givenNames, globalNames } from '../../request-file/model/all-checks.js';
import { hasErrors } from '../../request-file/model/diagnostic.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { Request } from '../../request-file/model/model.js';
import type { NameSite } from '../../request-file/model/name-site.js';
import { elementName } from '../../request-file/model/repeated-request.js';
import type { AnalysedText } from '../analysed-text.js';
import { pathFrom } from './shown-path.js';

/** Lines and columns count from 1. */
export interface NamePlace {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** A capture, or what `@set` sets. */
export interface GivenName extends NamePlace {
  readonly global?: true;
}

export interface RequestNames {
  /** Empty for a request without one. */
  readonly name: string;
  /** The line of the request, by which it is found. */
  readonly line: number;
  /** Where its name stands; those of the request itself for one without. */
  readonly nameLine: number;
  readonly column: number;
  readonly given?: readonly GivenName[];
  /** As written. */
  readonly depends?: readonly string[];
}

/** A request of another file that a request depends on. */
export interface OtherRequest extends NamePlace {
  /** The path in the workspace. */
  readonly path: string;
  /** The index of the request that depends on it. */
  readonly request: number;
}

export interface FileNames {
  readonly path: string;
  readonly requests: readonly RequestNames[];
  readonly variables: readonly NamePlace[];
  readonly others: readonly OtherRequest[];
  /** The paths of files whose requests this one may name without their path. */
  readonly imports?: readonly string[];
  /** Those of them whose variables count here too. */
  readonly shares?: readonly string[];
  /** The paths of files that it executes. */
  readonly runs?: readonly string[];
  /** The names of its placeholders, each once: `login.token`, and `$HOME` for a name of the process. */
  readonly uses: readonly string[];
  readonly hasErrors?: true;
}

/** Keeps each name once for all files, and none of the texts that names were cut from. */
export class NamePool {
  readonly #texts = new Map<string, string>();

  share(text: string): string {
    const found = this.#texts.get(text);
    if (found !== undefined) return found;
    // A part of a long text would keep all of it in memory.
    const copy = JSON.parse(JSON.stringify(text)) as string;
    this.#texts.set(copy, copy);
    return copy;
  }
}

/** For a summary that lives no longer than the text: copying names would take longer than all the rest. */
export const UNSHARED_NAMES: Pick<NamePool, 'share'> = { share: (text) => text };

/** Plain data that a thread can send; the pool belongs to whoever keeps the summaries of many files. */
export function summarize(analysed: AnalysedText, pool: Pick<NamePool, 'share'> = new NamePool()): FileNames {
  const { path, file, names } = analysed;
  const sorted = sortDefinitions(analysed);
  const imports = (file.imports ?? []).map((each) => ({
    ...each,
    path: pool.share(pathFrom(path, each.path)),
  }));
  const shares = imports.filter(({ sharesVariables }) => sharesVariables === true);
  const runs = new Set((file.runs ?? []).flatMap((each) => each.path ?? []));
  const uses = new Set<string>();
  for (const { kind, name } of names) {
    if (kind === 'placeholder') uses.add(name);
    else if (kind === 'environment') uses.add(`$${name}`);
  }
  return {
    path,
    requests: file.requests.map((request, index) => summarizeRequest(request, index, sorted, pool)),
    variables: sorted.variables.map((found) => placeOf(found, pool)),
    others: file.requests.flatMap((request, index) => othersOf(request, index, path, sorted, pool)),
    uses: Array.from(uses, (name) => pool.share(name)),
    ...(imports.length > 0 && { imports: imports.map((each) => each.path) }),
    ...(shares.length > 0 && { shares: shares.map((each) => each.path) }),
    ...(runs.size > 0 && { runs: Array.from(runs, (each) => pool.share(pathFrom(path, each))) }),
    ...(hasErrors(file) && { hasErrors: true }),
  };
}

interface SortedNames {
  /** By index of the request. */
  readonly requests: ReadonlyMap<number, NameSite>;
  readonly captures: ReadonlyMap<number, readonly NameSite[]>;
  readonly others: ReadonlyMap<number, readonly NameSite[]>;
  readonly variables: readonly NameSite[];
}

/** What a placeholder means is not needed here, and finding it out would take longer than all the rest. */
function sortDefinitions({ file: { requests: all }, names }: AnalysedText): SortedNames {
  const requests = new Map<number, NameSite>();
  const captures = new Map<number, NameSite[]>();
  const others = new Map<number, NameSite[]>();
  const variables: NameSite[] = [];
  for (const found of names) {
    const { kind, role, request, file } = found;
    if (kind === 'request' && file !== undefined) addTo(others, request, found);
    if (role !== 'definition') continue;
    if (kind === 'request') requests.set(request, found);
    else if (kind === 'capture') addTo(captures, request, found);
    else if (kind === 'variable' && !isElement(found, all[request])) variables.push(found);
  }
  return { requests, captures, others, variables };
}

/** The name of an element means nothing outside of its request. */
function isElement({ name }: NameSite, request: Request | undefined): boolean {
  return request !== undefined && elementName(request) === name;
}

function addTo(lists: Map<number, NameSite[]>, request: number, found: NameSite): void {
  const list = lists.get(request);
  if (list === undefined) lists.set(request, [found]);
  else list.push(found);
}

function placeOf({ name, line, column }: NameSite, pool: Pick<NamePool, 'share'>): NamePlace {
  return { name: pool.share(name), line, column };
}

function summarizeRequest(
  request: Request,
  index: number,
  { requests, captures }: SortedNames,
  pool: Pick<NamePool, 'share'>,
): RequestNames {
  const { name, line, metadata } = request;
  const named = requests.get(index);
  const given = givenOf(request, captures.get(index) ?? [], pool);
  const { depends = [] } = metadata;
  return {
    name: pool.share(name),
    line,
    nameLine: named?.line ?? line,
    column: named?.column ?? 1,
    ...(given.length > 0 && { given }),
    ...(depends.length > 0 && { depends: depends.map((each) => pool.share(each)) }),
  };
}

/** What scripts of other clients store has no place of its own. */
function givenOf(request: Request, found: readonly NameSite[], pool: Pick<NamePool, 'share'>): GivenName[] {
  const all = givenNames(request);
  if (found.length === 0 && all.length === 0) return [];
  const globals = new Set(globalNames(request));
  const written = new Set(found.map(({ name }) => name));
  const scripted = new Set(all.filter((name) => !written.has(name)));
  const places = [
    ...found.map((each) => placeOf(each, pool)),
    ...Array.from(scripted, (name) => ({ name: pool.share(name), line: request.line, column: 1 })),
  ];
  return places.map((place) => (globals.has(place.name) ? { ...place, global: true as const } : place));
}

/** A dependency whose name is written with escapes has no place, and gets that of its request. */
function othersOf(
  { metadata, line }: Request,
  request: number,
  path: string,
  { others }: SortedNames,
  pool: Pick<NamePool, 'share'>,
): OtherRequest[] {
  return (metadata.depends ?? []).flatMap((written) => {
    const other = otherFileDependency(written);
    if (other === undefined) return [];
    const { name } = other;
    const place = others.get(request)?.find((each) => each.name === name && each.file === other.path);
    const target = pool.share(pathFrom(path, other.path));
    const { line: at, column } = place ?? { line, column: 1 };
    return [{ path: target, name: pool.share(name), line: at, column, request }];
  });
}
