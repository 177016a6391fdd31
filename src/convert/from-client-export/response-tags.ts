/** Converts `{% response … %}`: a capture in the other request and a placeholder here. */
import { mapping } from '../../documents/plain-data.js';
import { isToken } from '../../request-file/text/characters.js';
import type { Capture } from '../../request-file/model/model.js';
import { FreeNames, requestName, variableName } from '../import-names.js';
import { flattenData } from './environment-data.js';
import type { ExportItem, ExportTreeRequest, ExportTree } from './export-tree.js';

/** Return the reason why a text is no valid query. */
export interface QueryRules {
  readonly jsonpath: (text: string) => string | undefined;
  readonly xpath: (text: string) => string | undefined;
}

export type ResponseTag =
  | { readonly name: string; readonly request: ExportTreeRequest }
  | { readonly problem: string };

type TagSubject = Pick<Capture, 'source' | 'path'>;

export class ResponseTags {
  readonly #requests = new Map<string, ExportTreeRequest>();
  readonly #rules: QueryRules;
  /** By the place of the request: its captures by what they select. */
  readonly #captures = new Map<string, Map<string, Capture>>();
  readonly #free = new FreeNames();

  constructor({ items, environments }: ExportTree, rules: QueryRules) {
    this.#rules = rules;
    const take = (data: unknown): void => {
      for (const { name } of flattenData(mapping(data) ?? {})) this.#free.reserve(variableName(name));
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

  /** The arguments of a tag: the part, the request, and the position in the response. */
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

  #subject(what: string, filter: string): TagSubject | undefined {
    if (what === 'raw') return { source: 'body', path: '' };
    if (what === 'url') return { source: 'url', path: '' };
    if (what === 'header') return isToken(filter) ? { source: 'header', path: filter } : undefined;
    if (what !== 'body') return undefined;
    if (filter.startsWith('$'))
      return this.#rules.jsonpath(filter) === undefined ? { source: 'jsonpath', path: filter } : undefined;
    if (!filter.startsWith('/') || this.#rules.xpath(filter) !== undefined) return undefined;
    return { source: 'xpath', path: filter };
  }

  #captureName({ place, name }: ExportTreeRequest, subject: TagSubject): string {
    const captures = this.#captures.get(place) ?? new Map<string, Capture>();
    this.#captures.set(place, captures);
    const key = `${subject.source} ${subject.path}`;
    const existing = captures.get(key)?.name;
    if (existing !== undefined) return existing;
    const [word = subject.source] = /[A-Za-z_][\w-]*(?=[^\w-]*$)/.exec(subject.path) ?? [];
    const baseName = variableName(`${requestName(name || 'request')}_${word}`).slice(0, MAX_NAME_LENGTH);
    const free = this.#free.take(baseName);
    captures.set(key, { name: free, ...subject, line: 0 });
    return free;
  }
}

const MAX_NAME_LENGTH = 100;

/** The client writes arguments that contain quotes in base64. */
function decoded(argument: string): string {
  const [, encoded] = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(argument) ?? [];
  return encoded === undefined ? argument : Buffer.from(encoded, 'base64').toString('utf8');
}
