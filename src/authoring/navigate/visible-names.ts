/** What a file sees of its own requests and of those of other files. */
import { directiveTexts, mayCall } from '../../request-file/model/client-directives.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { AnalysedText } from '../analysed-text.js';
import type { NamesOfFile } from '../occurrences.js';
import { findRequest, givenBy, isSamePlace, type NamesIndex, type RequestPlace } from './names-index.js';
import { pathFrom } from './shown-path.js';

/** Bounds the search for dependencies of dependencies, which each request may need one of. */
const MAX_STEPS = 1_000_000;

/** A name that every request gives is listed with some of them only. */
const MAX_GIVERS = 20;

export class VisibleNames {
  /** By name, the requests of other files that this one depends on; several of one name are rare. */
  readonly others: ReadonlyMap<string, readonly RequestPlace[]>;
  readonly #analysed: AnalysedText;
  readonly #scope: NamesOfFile;
  readonly #index: NamesIndex;
  readonly #ownRequests = new Map<string, number>();
  readonly #titles = new Map<string, number>();
  /** By name of what is given, the requests of other files. */
  readonly #otherGivers = new Map<string, RequestPlace[]>();
  readonly #otherGiven = new Map<string, ReadonlySet<string>>();
  readonly #variableLines: ReadonlySet<number>;
  readonly #dependencies = new Map<number, ReadonlySet<number>>();
  #steps = MAX_STEPS;
  #isInOrder: boolean | undefined;
  #globals: ReadonlyMap<string, readonly RequestPlace[]> | undefined;

  constructor(analysed: AnalysedText, scope: NamesOfFile, index: NamesIndex) {
    const { requests, variables } = analysed.file;
    this.#analysed = analysed;
    this.#scope = scope;
    this.#index = index;
    this.#variableLines = new Set(variables.map(({ line }) => line));
    for (const [place, { name, title }] of requests.entries()) {
      if (name !== '' && !this.#ownRequests.has(name)) this.#ownRequests.set(name, place);
      if (title !== '' && !this.#titles.has(title)) this.#titles.set(title, place);
    }
    this.others = this.#findOthers();
    for (const [name, places] of this.others) {
      const ofName = new Set<string>();
      for (const place of places) {
        for (const each of new Set(givenBy(index, place).map((one) => one.name))) {
          ofName.add(each);
          this.#otherGivers.set(each, [...(this.#otherGivers.get(each) ?? []), place]);
        }
      }
      this.#otherGiven.set(name, ofName);
    }
  }

  /** The names that a request of another file gives, by its name. */
  givenByOther(name: string): ReadonlySet<string> | undefined {
    return this.#otherGiven.get(name);
  }

  /** Those of a name that give something. */
  otherGivers(name: string, given: string): readonly RequestPlace[] {
    return (this.others.get(name) ?? []).filter((place) =>
      givenBy(this.#index, place).some((each) => each.name === given),
    );
  }

  /** A request that is named without a path: of this file, else of one that it imports. `run` also takes titles. */
  request(name: string): RequestPlace | undefined {
    const { path, file } = this.#analysed;
    const own = this.#ownRequests.get(name);
    if (own !== undefined) return { path, request: own };
    for (const each of file.imports ?? []) {
      const found = findRequest(this.#index, pathFrom(path, each.path), name);
      if (found !== undefined) return found;
    }
    const titled = this.#titles.get(name);
    return titled === undefined ? undefined : { path, request: titled };
  }

  requestOf(written: string, name: string): RequestPlace | undefined {
    const path = pathFrom(this.#analysed.path, written);
    // The file may not be in the index yet.
    if (path === this.#analysed.path) return this.request(name);
    return findRequest(this.#index, path, name);
  }

  /** Those that may give a name to a request: the latest that can run before it, if there are any, else the first ones. */
  givers(name: string, request: number, line: number): readonly RequestPlace[] {
    const own = this.#scope.givers.get(name) ?? [];
    const others = (this.#otherGivers.get(name) ?? []).slice(0, MAX_GIVERS);
    const all = [...own.slice(0, MAX_GIVERS).map((each) => this.#own(each)), ...others];
    // The value of a variable is made wherever it is used.
    if (all.length < 2 || this.#variableLines.has(line)) return all;
    const end = countUpTo(own, request);
    const earlier = own.slice(Math.max(0, end - MAX_GIVERS), end);
    const later = this.runsInOrder() ? [] : own.slice(end, end + MAX_GIVERS);
    const dependencies = later.length > 0 ? this.#dependenciesOf(request) : undefined;
    const needed = later.filter((each) => dependencies?.has(each));
    const visible = [...[...earlier, ...needed].map((each) => this.#own(each)), ...others];
    return visible.length === 0 ? all : visible;
  }

  #own(request: number): RequestPlace {
    return { path: this.#analysed.path, request };
  }

  /** The requests of all other files that give a global name. */
  globalGivers(name: string): readonly RequestPlace[] {
    this.#globals ??= collectGlobals(this.#index, this.#analysed.path);
    return this.#globals.get(name) ?? [];
  }

  /** The file that shares a variable; the last of several counts. */
  sharingFile(name: string): string | undefined {
    const { path, file } = this.#analysed;
    return (file.imports ?? [])
      .filter(({ sharesVariables }) => sharesVariables === true)
      .map((each) => pathFrom(path, each.path))
      .findLast((other) => this.#index.names(other)?.variables.some((each) => each.name === name));
  }

  /** No request waits for one below it, and nothing is executed out of turn. */
  runsInOrder(): boolean {
    const { file } = this.#analysed;
    this.#isInOrder ??=
      !mayCall(file) &&
      file.requests.every(({ metadata }, place) =>
        (metadata.depends ?? []).every((name) => (this.#ownRequests.get(name) ?? -1) < place),
      );
    return this.#isInOrder;
  }

  #findOthers(): Map<string, readonly RequestPlace[]> {
    const { path, file } = this.#analysed;
    const others = new Map<string, readonly RequestPlace[]>();
    for (const written of namedRequests(file)) {
      const other = otherFileDependency(written);
      const name = other?.name ?? written;
      const place = other === undefined ? this.request(name) : this.requestOf(other.path, name);
      if (place === undefined || place.path === path) continue;
      const earlier = others.get(name) ?? [];
      if (!earlier.some((each) => isSamePlace(each, place))) others.set(name, [...earlier, place]);
    }
    return others;
  }

  #dependenciesOf(request: number): ReadonlySet<number> {
    const earlier = this.#dependencies.get(request);
    if (earlier !== undefined) return earlier;
    const found = new Set([request]);
    for (const each of found) {
      if (this.#steps-- <= 0) break;
      for (const name of this.#analysed.file.requests[each]?.metadata.depends ?? []) {
        const next = this.#ownRequests.get(name);
        if (next !== undefined) found.add(next);
      }
    }
    this.#dependencies.set(request, found);
    return found;
  }
}

/** How many of the rising numbers are at most the limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As written in `@depends`, `@ref`, `@forceRef` and `run`, each once. */
function namedRequests({ requests, runs = [] }: RequestFile): ReadonlySet<string> {
  const written = new Set<string>();
  for (const { metadata } of requests) {
    for (const each of metadata.depends ?? []) written.add(each);
    for (const each of directiveTexts(metadata, 'forceref')) written.add(each);
  }
  for (const { name } of runs) if (name !== undefined) written.add(name);
  return written;
}

function collectGlobals(index: NamesIndex, except: string): ReadonlyMap<string, readonly RequestPlace[]> {
  const globals = new Map<string, RequestPlace[]>();
  for (const { path, requests } of index.files()) {
    if (path === except) continue;
    for (const [request, { given = [] }] of requests.entries())
      for (const { name, global } of given) {
        if (global !== true) continue;
        const givers = globals.get(name);
        if (givers === undefined) globals.set(name, [{ path, request }]);
        else givers.push({ path, request });
      }
  }
  return globals;
}
