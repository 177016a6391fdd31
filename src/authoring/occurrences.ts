/** Every name of a text with its exact place and its meaning: the one source of definitions, references and renames. */
import { givenNames, isCurrentResponse } from '../request-file/model/all-checks.js';
import type { RequestFile } from '../request-file/model/model.js';
import type { NameRole, NameSite } from '../request-file/model/name-site.js';
import { elementNames } from '../request-file/model/repeated-request.js';
import { parseWithNames } from '../request-file/parse-file.js';

export type OccurrenceKind =
  | 'request'
  | 'capture'
  | 'variable'
  /** A name that the file does not define: of an environment, the dotenv file, the process or a column. */
  | 'environmentVariable'
  | 'function'
  | 'file';

/** Lines and columns count from 1 in UTF-16 code units; `endColumn` is exclusive. */
export interface Occurrence {
  readonly kind: OccurrenceKind;
  readonly name: string;
  readonly role: NameRole;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The index of the request that it belongs to, or that follows. */
  readonly request: number;
  /** The path, as written, of the file that a request is in, if that is another one. */
  readonly file?: string;
  /** The name of the request that gives a capture, if it is written or the only one. */
  readonly owner?: string;
}

/** In the order of the text, in one pass over it. */
export function occurrencesOf(text: string, path: string): Occurrence[] {
  const { file, names } = parseWithNames(text, path);
  return resolveNames(file, names);
}

export function resolveNames(file: RequestFile, sites: readonly NameSite[]): Occurrence[] {
  const scope = new NamesOfFile(file, sites);
  return sites.flatMap((site) => resolveName(site, scope));
}

/** One name, or two of `{{login.token}}`. */
export function resolveName(site: NameSite, scope: NamesOfFile): Occurrence[] {
  const { kind, ...rest } = site;
  if (kind === 'placeholder') return resolvePlaceholder(site, scope);
  if (kind === 'environment') return [{ ...rest, kind: 'environmentVariable' }];
  if (kind === 'capture') return [{ ...rest, kind, ...owner(scope.nameOf(site.request)) }];
  return [{ ...rest, kind }];
}

/** `{{login.token}}` names a request and what it captured; anything else one value, perhaps with a path into it. */
function resolvePlaceholder(site: NameSite, scope: NamesOfFile): Occurrence[] {
  const { name, request } = site;
  if (scope.isVariable(name, request)) return [part(site, 'variable', 0, name)];
  if (isCurrentResponse(name)) return [];
  const prefixes = prefixesOf(name);
  const element = prefixes.find((prefix) => scope.isElement(prefix, request));
  if (element !== undefined) return [part(site, 'variable', 0, element)];
  const variable = prefixes.find((prefix) => scope.isVariable(prefix, request));
  const capture = prefixes.find((prefix) => scope.givers.has(prefix));
  const owned = ownedName(name, scope);
  if (owned !== undefined) {
    const { request: target, given } = owned;
    const first = part(site, 'request', 0, target);
    if (given === '') return [first];
    return [first, { ...part(site, 'capture', target.length + 1, given), owner: target }];
  }
  if (capture !== undefined)
    return [{ ...part(site, 'capture', 0, capture), ...owner(scope.giverOf(capture)) }];
  if (variable !== undefined) return [part(site, 'variable', 0, variable)];
  return [part(site, 'environmentVariable', 0, rootOf(name))];
}

function owner(name: string | undefined): { owner?: string } {
  return name === undefined || name === '' ? {} : { owner: name };
}

/** The longest beginning that is a request, if what follows is what it gives or its response. */
function ownedName(
  name: string,
  { requests }: NamesOfFile,
): { readonly request: string; readonly given: string } | undefined {
  return ownedBy(name, (request) => requests.get(request));
}

/** The same for requests of any file, by what they give. */
export function ownedBy(
  name: string,
  givenBy: (request: string) => ReadonlySet<string> | undefined,
): { readonly request: string; readonly given: string } | undefined {
  const start = name.length > MAX_PREFIX_LENGTH ? -1 : name.lastIndexOf('.');
  for (let dot = start; dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const request = name.slice(0, dot);
    const givenByIt = givenBy(request);
    if (givenByIt === undefined) continue;
    const rest = name.slice(dot + 1);
    const given = prefixesOf(rest).find((prefix) => givenByIt.has(prefix));
    return { request, given: given ?? '' };
  }
  return undefined;
}

function part(site: NameSite, kind: OccurrenceKind, offset: number, name: string): Occurrence {
  const column = site.column + offset;
  const { line, role, request } = site;
  return { kind, name, role, line, column, endColumn: column + name.length, request };
}

/** A longer name is looked up as a whole only, since a hostile one has a beginning at each of its characters. */
const MAX_PREFIX_LENGTH = 1000;

/** The name itself, then each shorter beginning that a path may follow. */
export function prefixesOf(name: string): string[] {
  const prefixes = [name];
  if (name.length > MAX_PREFIX_LENGTH) return prefixes;
  const ends = [...name.matchAll(/[.[]/g)].map(({ index }) => index);
  for (const end of ends.reverse()) if (end > 0) prefixes.push(name.slice(0, end));
  return prefixes;
}

/** Of what no file defines nothing is known here, so that a path into its value is taken off. */
export function rootOf(name: string): string {
  return /^[^.[]+/.exec(name)?.[0] ?? name;
}

/** What the names of a file mean. */
export class NamesOfFile {
  /** By name of a request, the names that it gives. */
  readonly requests = new Map<string, Set<string>>();
  /** By name, the indices of the requests that give it, rising. */
  readonly givers = new Map<string, number[]>();
  readonly variables = new Set<string>();
  readonly #names: readonly string[];
  /** By index of a request, the names of the element that it is repeated for, which mean nothing elsewhere. */
  readonly #elements = new Map<number, readonly string[]>();

  constructor({ requests, variables }: RequestFile, sites: readonly NameSite[]) {
    this.#names = requests.map(({ name }) => name);
    for (const { name } of variables) this.variables.add(name);
    for (const [index, request] of requests.entries()) {
      const names = elementNames(request);
      if (names.length > 0) this.#elements.set(index, names);
    }
    for (const { kind, role, name, request } of sites)
      if (kind === 'variable' && role === 'definition' && !this.isElement(name, request))
        this.variables.add(name);
    for (const [index, request] of requests.entries()) {
      const given = givenNames(request);
      if (request.name !== '') {
        const all = this.requests.get(request.name) ?? new Set();
        for (const name of given) all.add(name);
        this.requests.set(request.name, all);
      }
      for (const name of given) {
        const indices = this.givers.get(name);
        if (indices === undefined) this.givers.set(name, [index]);
        else if (indices.at(-1) !== index) indices.push(index);
      }
    }
  }

  isVariable(name: string, request: number): boolean {
    return this.variables.has(name) || this.isElement(name, request);
  }

  isElement(name: string, request: number): boolean {
    return this.#elements.get(request)?.includes(name) === true;
  }

  nameOf(request: number): string | undefined {
    return this.#names[request];
  }

  /** The only request that gives it. */
  giverOf(name: string): string | undefined {
    const givers = this.givers.get(name) ?? [];
    return givers.length === 1 ? this.#names[givers[0] ?? -1] : undefined;
  }
}
