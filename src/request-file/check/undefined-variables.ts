/** Names the placeholders that no source has a value for. Only editors are told: an operator may still give one. */
import { nearest } from '../../primitives/near-names.js';
import { givenNames, isCurrentResponse } from '../model/all-checks.js';
import { promptsOf } from '../model/client-directives.js';
import { otherFileDependency } from '../model/directive-values.js';
import type { Span } from '../model/diagnostic.js';
import type { Request, RequestFile } from '../model/model.js';
import { meansName } from '../model/references.js';
import { elementNames } from '../model/repeated-request.js';
import type { PlaceholderSite } from '../parse/parse-state.js';
import { functionNames } from '../text/function-names.js';

/** What an editor tells beside the findings of validation. */
export interface Hint extends Span {
  readonly severity: 'information';
  readonly code: 'undefined_variable';
  readonly message: string;
}

/** Where values come from, apart from the file itself. */
export interface ValueSources {
  /** The name of the environment; empty if there is none. */
  readonly environment: string;
  /** Whether the operator, the environment, the dotenv file or the process has a value for the name. */
  readonly hasValue: (name: string) => boolean;
  /** Whether the dotenv file or the process has it. */
  readonly hasProcessValue: (name: string) => boolean;
  /** Names that may have been meant. */
  readonly names: readonly string[];
  /** The columns of a data file, by its path as written; missing if it cannot be read. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Requests of other files with their captures, by the dependency as written; missing if it cannot be read. */
  readonly otherRequests: ReadonlyMap<string, readonly CapturingRequest[]>;
}

export type CapturingRequest = Pick<
  Request,
  'name' | 'captures' | 'scriptCaptures' | 'metadata' | 'scriptSets'
>;

const MAX_HINTS = 200;
const MAX_NAMES = 5000;

export function findUndefinedVariables(
  { requests, variables, imports, runs }: RequestFile,
  placeholders: readonly PlaceholderSite[],
  sources: ValueSources,
): Hint[] {
  // Files that are imported or executed may give any name.
  if (imports !== undefined || runs !== undefined) return [];
  const ofFile = new Set(variables.map(({ name }) => name));
  for (const request of requests) for (const { name } of promptsOf(request)) ofFile.add(name);
  const definitionLines = new Set(variables.map(({ line }) => line));
  const visible = new VisibleNames(requests, sources);
  const hints: Hint[] = [];
  for (const site of placeholders) {
    if (hints.length === MAX_HINTS) break;
    // The value of a file variable is made where it is used, so it may name what any request captures.
    if (definitionLines.has(site.line)) continue;
    const { name } = site;
    // Most names are variables of the file, for which the names that requests give need not be gathered.
    if (site.kind === 'environment' ? sources.hasProcessValue(name) : ofFile.has(name)) continue;
    visible.advanceTo(site.request);
    const isDefined =
      site.kind === 'variable' &&
      (isCurrentResponse(name) || visible.has(name, requests[site.request]) || sources.hasValue(name));
    if (!isDefined) hints.push(hintFor(site, sources, [...ofFile, ...visible.names, ...sources.names]));
  }
  return hints;
}

/**
 * The placeholders that neither a variable of the file nor a capture of a request up to theirs gives a value to. Most
 * files leave none of them, so that nothing else need be looked at.
 */
export function openPlaceholders(
  { requests, variables }: RequestFile,
  placeholders: readonly PlaceholderSite[],
): readonly PlaceholderSite[] {
  const ofFile = new Set(variables.map(({ name }) => name));
  const given = new Set<string>();
  let next = 0;
  const isGiven = (name: string, index: number): boolean => {
    let isFound = prefixesOf(name).some((prefix) => given.has(prefix));
    while (!isFound && next <= index) {
      const request = requests[next];
      if (request === undefined) break;
      next += 1;
      for (const each of givenNames(request)) {
        given.add(each);
        isFound ||= meansName(name, each);
      }
    }
    return isFound;
  };
  return placeholders.filter(
    ({ kind, name, request }) => kind === 'environment' || !(ofFile.has(name) || isGiven(name, request)),
  );
}

/** The names that requests give to those after them; requests are visited in the order of the file. */
class VisibleNames {
  readonly names = new Set<string>();
  readonly #requests: readonly Request[];
  /** Made when the first request is visited. */
  #byName: ReadonlyMap<string, Request> = new Map();
  readonly #sources: ValueSources;
  readonly #added = new Set<string>();
  /** A dependency that cannot be read may capture anything. */
  #isOpen = false;
  #next = 0;

  constructor(requests: readonly Request[], sources: ValueSources) {
    this.#requests = requests;
    this.#sources = sources;
  }

  /** Everything that can run before this request; its own captures count too, for its hooks. */
  advanceTo(index: number): void {
    if (this.#next === 0) this.#byName = new Map(this.#requests.map((request) => [request.name, request]));
    for (; this.#next <= index; this.#next++) {
      const request = this.#requests[this.#next];
      if (request !== undefined) this.#addWithDependencies(request);
    }
  }

  has(name: string, request: Request | undefined): boolean {
    if (this.#isOpen) return true;
    if (name.startsWith('row.')) return this.#isColumn(name.slice('row.'.length), request);
    const ofElement = request === undefined ? [] : elementNames(request);
    for (const prefix of prefixesOf(name)) {
      if (ofElement.includes(prefix) || this.names.has(prefix)) return true;
      // Of a request that may not have run yet, which `missing_depends` reports.
      const rest = name.slice(prefix.length + 1);
      const owner = this.#byName.get(prefix);
      if (owner && givenNames(owner).some((given) => rest === given || rest.startsWith(`${given}.`)))
        return true;
      if (rest.startsWith('response.') && (owner !== undefined || this.#added.has(prefix))) return true;
    }
    return false;
  }

  #isColumn(path: string, request: Request | undefined): boolean {
    const { data } = request?.metadata ?? {};
    if (data === undefined) return false;
    const columns = this.#sources.columns.get(data);
    return columns === undefined || prefixesOf(path).some((prefix) => columns.includes(prefix));
  }

  #addWithDependencies(first: Request): void {
    const queue = [first];
    for (const request of queue) {
      this.#add(request);
      for (const written of request.metadata.depends ?? []) {
        const other = otherFileDependency(written);
        const found = other === undefined ? this.#byName.get(written) : undefined;
        if (found !== undefined && !this.#added.has(found.name)) queue.push(found);
        if (other !== undefined) this.#addOthers(written);
      }
    }
  }

  #addOthers(written: string): void {
    const others = this.#sources.otherRequests.get(written);
    if (others === undefined) this.#isOpen = true;
    for (const other of others ?? []) this.#add(other);
  }

  #add(request: CapturingRequest): void {
    const { name } = request;
    this.#added.add(name);
    for (const given of givenNames(request)) {
      this.names.add(given);
      if (name !== '') this.names.add(`${name}.${given}`);
    }
  }
}

/** The name itself, and each part of it that a path may follow. */
function prefixesOf(name: string): string[] {
  const prefixes = [name];
  for (const match of name.matchAll(/[.[]/g)) prefixes.push(name.slice(0, match.index));
  return prefixes;
}

function hintFor(site: PlaceholderSite, { environment }: ValueSources, names: readonly string[]): Hint {
  const { line, column, endColumn, kind } = site;
  const name = kind === 'environment' ? `$${site.name}` : site.name;
  const near = nearest(
    name,
    new Set([...names.slice(0, MAX_NAMES), ...functionNames().map((each) => `$${each}`)]),
  );
  const where = environment === '' ? '' : ` in environment \`${environment}\``;
  const suggested = near.length === 0 ? '' : `; near names: ${near.map((each) => `\`${each}\``).join(', ')}`;
  const message = `\`${name}\` has no value${where}${suggested}`;
  return { severity: 'information', code: 'undefined_variable', message, line, column, endColumn };
}
