/**
 * Random workspaces whose files use names of each other. They are written from a structure and a table of names, so that
 * another name in the table shows what a rename has to make of the texts.
 */
import { dependencyText } from '../../src/request-file/text/quotes.js';

export interface Names {
  /** By number of the request, of the capture and of the file. */
  readonly requests: readonly string[];
  readonly captures: readonly string[];
  readonly variables: readonly string[];
}

interface LinkedRequest {
  readonly file: number;
  /** Whether it is named by `@name` and not by its title. */
  readonly hasDirective: boolean;
  readonly depends: readonly number[];
  readonly captures: readonly number[];
  readonly uses: readonly Use[];
}

type Use =
  | { readonly kind: 'variable' | 'stage' }
  | { readonly kind: 'response'; readonly request: number }
  | { readonly kind: 'qualified' | 'bare'; readonly capture: number; readonly request: number };

export interface LinkedWorkspace {
  readonly requests: readonly LinkedRequest[];
  readonly names: Names;
}

export const PATHS = ['a.http', 'shop/b.http', 'shop/c.http', 'd.http'];
const REQUEST_NAMES = ['login', 'list orders', 'a, b', 'x.y', 'say "hi"', 'größe 😀', 'n#1', 'x'];
const CAPTURE_NAMES = ['token', 'id', 'key-1', '_x'];
const VARIABLE_NAMES = ['host', 'base.url', 'h-1'];

/** The same numbers for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  some<Item>(items: readonly Item[], chance: number): Item[] {
    return items.filter(() => this.below(100) < chance);
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, rank: this.below(1_000_000) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}

export function linkedWorkspace(dice: Dice): LinkedWorkspace {
  const requests: LinkedRequest[] = [];
  const names = { requests: [] as string[], captures: [] as string[], variables: [] as string[] };
  for (const file of PATHS.keys()) {
    names.variables.push(dice.pick(VARIABLE_NAMES));
    const own: number[] = [];
    for (const name of dice.shuffled(REQUEST_NAMES).slice(0, 2 + dice.below(3))) {
      const earlier = requests.flatMap((each, index) => (each.file < file ? [index] : []));
      const depends = [...dice.some(own, 50), ...dice.some(earlier, 12)];
      const captures = dice.some(CAPTURE_NAMES, 40).map((each) => names.captures.push(each) - 1);
      own.push(requests.length);
      names.requests.push(name);
      requests.push({ file, hasDirective: dice.below(2) === 0, depends, captures, uses: [] });
    }
  }
  const workspace = { requests, names };
  return {
    names,
    requests: requests.map((request) => ({ ...request, uses: usesOf(dice, request, workspace) })),
  };
}

/** Only what can mean nothing else. */
function usesOf(dice: Dice, { file, depends }: LinkedRequest, workspace: LinkedWorkspace): Use[] {
  const { requests, names } = workspace;
  const inFile = requests.filter((each) => each.file === file);
  const own = requests.flatMap((each, index) => (each.file === file ? [index] : []));
  const visible = new Set([...own, ...inFile.flatMap((each) => each.depends)]);
  const given = [...visible].flatMap((index) => requests[index]?.captures ?? []);
  const uses: Use[] = [{ kind: 'variable' }];
  if (dice.below(2) === 0) uses.push({ kind: 'stage' });
  for (const request of depends) {
    const isOnly = [...visible].filter((each) => mayMix(names, each, request)).length === 1;
    if (isOnly && dice.below(3) === 0) uses.push({ kind: 'response', request });
    for (const capture of dice.some(requests[request]?.captures ?? [], 70)) {
      const isBare = given.filter((each) => names.captures[each] === names.captures[capture]).length === 1;
      if (isOnly && (!isBare || dice.below(2) === 0)) uses.push({ kind: 'qualified', capture, request });
      else if (isBare) uses.push({ kind: 'bare', capture, request });
    }
  }
  return uses;
}

/** Whether a placeholder with the name of one request may mean the other. */
function mayMix({ requests }: Names, a: number, b: number): boolean {
  const [one, other] = [`${requests[a]}.`, `${requests[b]}.`];
  return one.startsWith(other) || other.startsWith(one);
}

/** By path; every request shows in its URL what its names mean. */
export function writeWorkspace(
  { requests }: LinkedWorkspace,
  names: Names,
  url = 'http://127.0.0.1:1',
): Record<string, string> {
  const texts = PATHS.map((_path, file) => `@${names.variables[file]} = ${url}\n\n`);
  for (const [index, request] of requests.entries())
    texts[request.file] += writeRequest(index, request, requests, names);
  return Object.fromEntries(PATHS.map((path, file) => [path, texts[file] ?? '']));
}

function writeRequest(
  index: number,
  { file, hasDirective, depends, captures, uses }: LinkedRequest,
  requests: readonly LinkedRequest[],
  names: Names,
): string {
  const name = names.requests[index] ?? '';
  const list = depends.map((each) => {
    const other = requests[each]?.file ?? file;
    const called = names.requests[each] ?? '';
    return dependencyText(other === file ? called : `${relative(file, other)}#${called}`);
  });
  return [
    ...(hasDirective ? ['### request', `# @name ${name}`] : [`### ${name}`]),
    ...(list.length > 0 ? [`# @depends ${list.join(', ')}`] : []),
    `GET {{${names.variables[file]}}}/r${index}${uses
      .slice(1)
      .map((use) => `/{{${writeUse(use, names)}}}`)
      .join('')}`,
    '',
    ...(captures.length > 0 ? ['>>>capture'] : []),
    ...captures.map((each) => `${names.captures[each]} from text "v${each}"`),
    ...(captures.length > 0 ? ['<<<', ''] : []),
    '',
  ].join('\n');
}

function writeUse(use: Use, names: Names): string {
  if (use.kind === 'response') return `${names.requests[use.request]}.response.status`;
  if (use.kind === 'bare') return names.captures[use.capture] ?? '';
  if (use.kind === 'qualified') return `${names.requests[use.request]}.${names.captures[use.capture]}`;
  return 'stage.name';
}

function relative(from: number, to: number): string {
  const [path = '', other = ''] = [PATHS[from], PATHS[to]];
  if (!path.includes('/')) return `./${other}`;
  return other.includes('/') ? `./${other.slice('shop/'.length)}` : `../${other}`;
}

/** One name of the table, and the table with another one. */
export interface ChosenRename {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly newName: string;
  readonly names: Names;
}

const NEW_REQUEST_NAMES = ['renew', 'brand new', 'one, two', 'd.o.t', 'the "new" one', '新'];
const NEW_NAMES = ['renewed', 'new-1', '_new'];

/** A definition, and a name that nothing has yet. */
export function chooseRename(dice: Dice, workspace: LinkedWorkspace): ChosenRename {
  const { requests, names } = workspace;
  const texts = writeWorkspace(workspace, names);
  const kind = dice.pick(['requests', 'requests', 'captures', 'variables'] as const);
  const chosen = dice.below(names[kind].length);
  const newName = dice.pick(kind === 'requests' ? NEW_REQUEST_NAMES : NEW_NAMES);
  const changed = { ...names, [kind]: names[kind].with(chosen, newName) };
  const owner =
    kind === 'variables'
      ? chosen
      : requests.find((each, index) =>
          kind === 'requests' ? index === chosen : each.captures.includes(chosen),
        )?.file;
  const path = PATHS[owner ?? 0] ?? '';
  const before = (texts[path] ?? '').split('\n');
  const after = (writeWorkspace(workspace, changed)[path] ?? '').split('\n');
  const isDefinition = (line: string): boolean =>
    kind === 'variables'
      ? line.startsWith('@')
      : kind === 'captures'
        ? / from text /.test(line)
        : /^###|@name/.test(line);
  const line = before.findIndex((text, index) => text !== after[index] && isDefinition(text));
  const column = (before[line] ?? '').indexOf(names[kind][chosen] ?? '') + 1;
  return { path, line: line + 1, column, newName, names: changed };
}
