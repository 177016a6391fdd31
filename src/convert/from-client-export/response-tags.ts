/** `{% response … %}`: something of the answer to another request, as a capture there and a placeholder here. */
import { mapping } from '../../documents/plain-data.js';
import { isToken } from '../../request-file/text/characters.js';
import type { Capture } from '../../request-file/model/model.js';
import { requestName, variableName } from '../names.js';
import { flattenData } from './environment-data.js';
import type { ExportItem, ExportRequest, ExportTree } from './export-tree.js';

/** Why a text is no query of its language. */
export interface QueryRules {
  readonly jsonpath: (text: string) => string | undefined;
  readonly xpath: (text: string) => string | undefined;
}

export type ResponseTag =
  | { readonly name: string; readonly request: ExportRequest }
  | { readonly problem: string };

type Subject = Pick<Capture, 'source' | 'path'>;

export class ResponseTags {
  readonly #requests = new Map<string, ExportRequest>();
  readonly #rules: QueryRules;
  /** By place of the request: captures by what they take. */
  readonly #captures = new Map<string, Map<string, Capture>>();
  readonly #taken = new Set<string>();

  constructor({ items, environments }: ExportTree, rules: QueryRules) {
    this.#rules = rules;
    const take = (data: unknown): void => {
      for (const { name } of flattenData(mapping(data) ?? {})) this.#taken.add(variableName(name));
    };
    const visit = (item: ExportItem): void => {
      if (item.kind === 'request') {
        if (item.id !== '') this.#requests.set(item.id, item);
        return;
      }
      take(item.value['environment']);
      item.items.forEach(visit);
    };
    items.forEach(visit);
    for (const base of environments) for (const { data } of [base, ...base.subEnvironments]) take(data);
  }

  /** The arguments of a tag: what is wanted, of which request, and where in the answer. */
  read([what = '', id = '', filter = '']: readonly string[]): ResponseTag {
    const request = this.#requests.get(id);
    if (request === undefined) return { problem: 'of a request that is not here' };
    const subject = this.#subject(what, decoded(filter).trim());
    if (subject === undefined) return { problem: 'whose filter svc does not read' };
    return { name: this.#captureName(request, subject), request };
  }

  capturesOf(place: string): Capture[] {
    return [...(this.#captures.get(place)?.values() ?? [])];
  }

  #subject(what: string, filter: string): Subject | undefined {
    if (what === 'raw') return { source: 'body', path: '' };
    if (what === 'url') return { source: 'url', path: '' };
    if (what === 'header') return isToken(filter) ? { source: 'header', path: filter } : undefined;
    if (what !== 'body') return undefined;
    if (filter.startsWith('$'))
      return this.#rules.jsonpath(filter) === undefined ? { source: 'jsonpath', path: filter } : undefined;
    if (!filter.startsWith('/') || this.#rules.xpath(filter) !== undefined) return undefined;
    return { source: 'xpath', path: filter };
  }

  #captureName({ place, name }: ExportRequest, subject: Subject): string {
    const captures = this.#captures.get(place) ?? new Map<string, Capture>();
    this.#captures.set(place, captures);
    const key = `${subject.source} ${subject.path}`;
    const known = captures.get(key)?.name;
    if (known !== undefined) return known;
    const [word = subject.source] = /[A-Za-z_][\w-]*(?=[^\w-]*$)/.exec(subject.path) ?? [];
    const wish = variableName(`${requestName(name || 'request')}_${word}`).slice(0, LONGEST_NAME);
    let free = wish;
    for (let number = 2; this.#taken.has(free); number++) free = `${wish}_${number}`;
    this.#taken.add(free);
    captures.set(key, { name: free, ...subject, line: 0 });
    return free;
  }
}

const LONGEST_NAME = 100;

/** The client writes arguments that hold quotes like this. */
function decoded(argument: string): string {
  const [, encoded] = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(argument) ?? [];
  return encoded === undefined ? argument : Buffer.from(encoded, 'base64').toString('utf8');
}
