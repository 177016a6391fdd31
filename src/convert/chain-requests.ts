/** Adds `@depends` where a request uses a variable that exactly one other request captures. */
import { posix } from 'node:path';
import type { Request } from '../request-file/model/model.js';
import { interpolatedTexts } from '../request-file/model/references.js';
import { variablesIn } from '../request-file/text/template.js';
import type { ConvertedFile } from './converted.js';
import { requestName } from './import-names.js';
import { rebuiltRequest } from './rebuilt-request.js';

export interface ChainRules {
  /** Between requests of one file. */
  readonly inside: boolean;
  /** Between files, for what later requests of all files see. */
  readonly across: boolean;
}

interface Node {
  readonly file: number;
  readonly request: Request;
  readonly index: number;
}

export function chainRequests(files: readonly ConvertedFile[], rules: ChainRules): readonly ConvertedFile[] {
  const nodes = files.flatMap(({ file }, i) => file.requests.map((request) => ({ file: i, request })));
  const chain = new Chain(
    nodes.map((node, index) => ({ ...node, index })),
    files,
  );
  const added = chain.edges(rules);
  if (added.size === 0) return files;
  const named = new Map([...new Set([...added.values()].flat())].map((node) => [node.request, nameOf(node)]));
  let index = 0;
  return files.map((converted) => {
    const requests = converted.file.requests.map((request) => {
      const targets = added.get(index++) ?? [];
      const depends = targets.map((target) => chain.written(target, converted, named));
      return withNames(request, named.get(request), depends);
    });
    return { ...converted, file: { ...converted.file, requests } };
  });
}

/** A name that a list of dependencies can contain. */
function nameOf({ request: { name } }: Node): string {
  return /^[\w.-]+$/.test(name) ? name : requestName(name);
}

function withNames(request: Request, name: string | undefined, depends: readonly string[]): Request {
  const isSame = name === undefined || name === request.name;
  if (depends.length === 0) return isSame ? request : rebuiltRequest({ ...request, name });
  const all = [...new Set([...(request.metadata.depends ?? []), ...depends])];
  const metadata = { ...request.metadata, depends: all };
  return rebuiltRequest({ ...request, ...(name !== undefined && { name }), metadata });
}

/** A search for a circle that takes longer is given up, and so is the dependency. */
const MAX_STEPS = 10_000;

class Chain {
  readonly #captures = new Map<string, Node[]>();
  readonly #edges = new Map<number, Node[]>();
  /** The values of the variables of each file, by name. */
  readonly #variables = new Map<number, ReadonlyMap<string, string>>();

  constructor(
    readonly nodes: readonly Node[],
    readonly files: readonly ConvertedFile[],
  ) {
    for (const node of nodes)
      for (const name of new Set(node.request.captures.map((capture) => capture.name)))
        this.#captures.set(name, [...(this.#captures.get(name) ?? []), node]);
  }

  edges({ inside, across }: ChainRules): ReadonlyMap<number, readonly Node[]> {
    for (const node of this.nodes)
      for (const name of this.#usedBy(node)) {
        const [target, other] = this.#captures.get(name) ?? [];
        if (target === undefined || other !== undefined || target === node) continue;
        const isInside = target.file === node.file;
        if (isInside ? !inside : !across || !isGlobal(target, name)) continue;
        if (!this.#leadsTo(target, node)) this.#edges.set(node.index, [...this.#targets(node), target]);
      }
    return this.#edges;
  }

  #targets({ index }: Node): readonly Node[] {
    return this.#edges.get(index) ?? [];
  }

  /** Names used directly, or by variables of the file that it uses; not what it sets itself. */
  #usedBy({ request, file }: Node): ReadonlySet<string> {
    const variables = this.#variablesOf(file);
    const used = new Set<string>();
    const texts = [...interpolatedTexts(request)];
    for (let text = texts.pop(); text !== undefined; text = texts.pop())
      for (const whole of text.includes('{{') ? variablesIn(text) : []) {
        const name = variables.has(whole) ? whole : (/^[^.[]*/.exec(whole)?.[0] ?? whole);
        if (used.has(name)) continue;
        used.add(name);
        const value = variables.get(name);
        if (value !== undefined) texts.push(value);
      }
    for (const { name } of request.metadata.set ?? []) used.delete(name);
    return used;
  }

  #variablesOf(file: number): ReadonlyMap<string, string> {
    const found =
      this.#variables.get(file) ??
      new Map(this.files[file]?.file.variables.map(({ name, value }) => [name, value]));
    this.#variables.set(file, found);
    return found;
  }

  #leadsTo(from: Node, to: Node): boolean {
    const seen = new Set<Node>();
    const open = [from];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node === to || seen.size > MAX_STEPS) return true;
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(...this.#targets(node));
    }
    return false;
  }

  written(target: Node, from: ConvertedFile, names: ReadonlyMap<Request, string>): string {
    const name = names.get(target.request) ?? target.request.name;
    const path = this.files[target.file]?.path ?? '';
    if (path === from.path) return name;
    const relative = posix.relative(posix.dirname(from.path), path);
    return `${relative.startsWith('../') ? relative : `./${relative}`}#${name}`;
  }
}

function isGlobal({ request }: Node, name: string): boolean {
  return request.captures.some((capture) => capture.name === name && capture.global === true);
}
