/** `run path`, `run #name` and `@forceRef name`: requests that are executed at a place, each time anew. */
import {
  diagnose,
  hasErrors,
  type DiagnosticCode,
  type MessageValues,
} from '../../request-file/model/diagnostic.js';
import { directiveTexts } from '../../request-file/model/client-directives.js';
import type { Request, RunLine } from '../../request-file/model/model.js';
import { isNamed } from '../../request-file/model/request-filter.js';
import { linkImported, type ImportedFiles } from './build-graph.js';
import { addNode, createOwner, keyOf, type Call, type DraftOwner, type Node, type Owner } from './graph.js';
import type { ProblemDetail } from './problem-detail.js';
import { scheduleOrder } from './schedule.js';

/** What the lines of one file execute. */
export interface FileCalls {
  /** Executed before the request at the place, or after the last one. */
  readonly lines: readonly { readonly place: number; readonly nodes: readonly Node[] }[];
  /** Executed before the request at the place, which depends on the last node of each list. */
  readonly forced: ReadonlyMap<number, readonly ForcedCall[]>;
  /** Why the file cannot run. */
  readonly problems: readonly CallProblem[];
  /** The files that exist only for these calls. */
  readonly owners: readonly Owner[];
}

export interface ForcedCall {
  readonly written: string;
  readonly nodes: readonly Node[];
}

/** A line that leads to nothing that can run. */
export interface CallProblem {
  /** The line of the file itself; undefined for an import, whose path is among the values. */
  readonly call: RunLine | undefined;
  /** The line of the request whose `@forceRef` it is, or of the `run` or `import`. */
  readonly line: number;
  readonly code: DiagnosticCode;
  readonly values: MessageValues;
  readonly variant: number;
  /** The finding at its own place, which may be in a file that is executed. */
  readonly detail: ProblemDetail;
  /** Whether that place is in the file itself. */
  readonly isOwn: boolean;
}

const MAX_DEPTH = 8;
const MAX_CALLS = 10_000;
const MAX_EXECUTIONS = 100_000;

export async function findCalls(owner: Owner, imported: ImportedFiles): Promise<FileCalls> {
  const { runs = [], requests } = owner.runnable.file;
  const search = new CallSearch(imported, owner);
  await search.checkImports(search.start);
  const lines: { readonly place: number; readonly nodes: readonly Node[] }[] = [];
  for (const run of runs) lines.push({ place: run.place, nodes: await search.call(run, search.start) });
  const forced = new Map<number, ForcedCall[]>();
  for (const [place, request] of requests.entries()) {
    for (const name of directiveTexts(request.metadata, 'forceref')) {
      const nodes = await search.call(forcedLine(name, request, place), search.start);
      forced.set(place, [...(forced.get(place) ?? []), { written: name, nodes }]);
    }
  }
  return { lines, forced, problems: search.problems, owners: search.owners };
}

function forcedLine(name: string, { line }: Request, place: number): RunLine {
  return { name, line, overrides: [], place };
}

/** Where a call stands. */
interface CallSite {
  readonly owner: Owner;
  /** The files that are being executed, the first one first. */
  readonly chain: readonly string[];
  /** The line of the first file that leads here; undefined in that file. */
  readonly first: RunLine | undefined;
}

class CallSearch {
  readonly problems: CallProblem[] = [];
  readonly owners: Owner[] = [];
  readonly start: CallSite;
  readonly #imported: ImportedFiles;
  readonly #caller: Owner;
  #calls = 0;
  #executions = 0;

  constructor(imported: ImportedFiles, caller: Owner) {
    this.#imported = imported;
    this.#caller = caller;
    this.start = { owner: caller, chain: [keyOf(caller.runnable)], first: undefined };
  }

  /** An import must exist, also if nothing of it is executed. */
  async checkImports(site: CallSite): Promise<void> {
    const { file, directory } = site.owner.runnable;
    for (const { path, line } of file.imports ?? []) {
      if (path.includes('{{') || (await this.#imported.load(path, directory))) continue;
      this.#problem(site, { line }, 'missing_file', { path });
    }
  }

  /** After a limit nothing more is looked up, so that a few small files cannot ask for any amount of work. */
  async call(run: RunLine, site: CallSite): Promise<readonly Node[]> {
    if (this.#calls > MAX_CALLS || this.#executions > MAX_EXECUTIONS) return [];
    if (++this.#calls > MAX_CALLS)
      return this.#refuse(site, run, `more than ${MAX_CALLS} of these lines are executed`);
    const found =
      run.path === undefined ? await this.#request(run, site) : await this.#file(run.path, run, site);
    return found ?? [];
  }

  async #file(path: string, run: RunLine, site: CallSite): Promise<readonly Node[] | undefined> {
    const runnable = await this.#imported.load(path, site.owner.runnable.directory);
    if (runnable === undefined) return this.#problem(site, run, 'missing_file', { path });
    const key = keyOf(runnable);
    if (site.chain.includes(key)) {
      const chain = [...site.chain.slice(site.chain.indexOf(key)), key].map(fileName).join(' → ');
      return this.#problem(site, run, 'dependency_cycle', { chain });
    }
    if (site.chain.length > MAX_DEPTH)
      return this.#refuse(site, run, `files are executed at most ${MAX_DEPTH} deep`);
    if (hasErrors(runnable.file)) return this.#refuse(site, run, `${runnable.shown} has errors`);
    this.#executions += runnable.file.requests.length;
    if (this.#executions > MAX_EXECUTIONS)
      return this.#refuse(site, run, `more than ${MAX_EXECUTIONS} requests are executed`);
    const owner = this.#newOwner(createOwner(runnable, true), run);
    runnable.file.requests.forEach((_request, place) => addNode(owner, place));
    await linkImported(this.#imported, owner.nodes, owner);
    return this.#inOrder(owner, { owner, chain: [...site.chain, key], first: site.first ?? run });
  }

  /** All requests of a file in the order of a run, with what its own lines execute. */
  async #inOrder(owner: DraftOwner, site: CallSite): Promise<readonly Node[]> {
    const { runs = [], requests } = owner.runnable.file;
    await this.checkImports(site);
    const edges = owner.nodes.map((node) =>
      (node?.dependencies ?? []).flatMap((each) => (each.node?.owner === owner ? [each.node.place] : [])),
    );
    const nodes: Node[] = [];
    for (const place of [...scheduleOrder(edges), requests.length]) {
      for (const run of runs.filter((each) => each.place === place))
        nodes.push(...(await this.call(run, site)));
      const node = owner.nodes[place];
      if (!node) continue;
      for (const name of directiveTexts(node.request.metadata, 'forceref'))
        nodes.push(...(await this.call(forcedLine(name, node.request, place), site)));
      nodes.push(node);
    }
    return nodes;
  }

  /** This file first, then its imports in their order. */
  async #request(run: RunLine, site: CallSite): Promise<readonly Node[] | undefined> {
    const { name = '' } = run;
    const { owner } = site;
    const { file, directory } = owner.runnable;
    const own = placeOf(name, file.requests);
    if (own >= 0) return [this.#again(owner, own, run)];
    for (const { path } of file.imports ?? []) {
      const runnable = await this.#imported.load(path, directory);
      if (runnable === undefined || hasErrors(runnable.file)) continue;
      const place = placeOf(name, runnable.file.requests);
      if (place < 0) continue;
      const called = this.#newOwner(createOwner(runnable, true), run);
      const node = this.#imported.importRequest(called, place);
      await linkImported(this.#imported);
      return node ? [node] : [];
    }
    return this.#problem(site, run, 'unknown_run', { name });
  }

  /** The same request once more, with the variables and captures of its file. */
  #again(owner: Owner, place: number, run: RunLine): Node {
    const node = owner.nodes[place];
    const request = owner.runnable.file.requests[place] as Request;
    return { owner, request, place, dependencies: node?.dependencies ?? [], call: this.#callOf(run) };
  }

  #newOwner(owner: DraftOwner, run: RunLine): DraftOwner {
    const called = { ...owner, call: this.#callOf(run) };
    this.owners.push(called);
    return called;
  }

  #callOf({ line, path, name, overrides }: RunLine): Call {
    return { owner: this.#caller, written: path ?? name ?? '', line, overrides };
  }

  #refuse(site: CallSite, run: RunLine, reason: string): readonly Node[] {
    this.#problem(site, run, 'unknown_run', { written: writtenCall(run), reason }, 1);
    return [];
  }

  #problem(
    { owner, first }: CallSite,
    at: RunLine | { readonly line: number },
    code: DiagnosticCode,
    values: MessageValues,
    variant = 0,
  ): undefined {
    const { message } = diagnose(code, NOWHERE, values, variant);
    const detail = { place: `${owner.runnable.shown}:${at.line}:1`, message };
    const call = first ?? ('place' in at ? at : undefined);
    const { line } = call ?? at;
    this.problems.push({ call, line, code, values, variant, detail, isOwn: first === undefined });
  }
}

/** `path` or `#name`. */
export function writtenCall({ path, name = '' }: RunLine): string {
  return path ?? `#${name}`;
}

const NOWHERE = { line: 1, column: 1, endColumn: 1 };

/** By `@name` or title, else by method and URL as written; the first one of several. */
function placeOf(name: string, requests: readonly Request[]): number {
  const named = requests.findIndex((request) => request.name === name || request.title === name);
  return named >= 0 ? named : requests.findIndex((request) => isNamed(request, name));
}

function fileName(key: string): string {
  return key.slice(Math.max(key.lastIndexOf('/'), key.lastIndexOf('\\')) + 1);
}
