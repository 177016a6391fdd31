/** Which tokens of environment files a request names in `{{$auth.token("id")}}`, directly or through variables. */
import { readArgument } from '../../evaluation/functions/arguments.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { interpolatedTexts } from '../../request-file/model/references.js';
import type { FileVariable, Request } from '../../request-file/model/model.js';
import { classifyPlaceholder, cutTemplate } from '../../request-file/text/template.js';
import type { RunnableFile } from '../plan/run-input.js';

/** The file of a request, as far as its values are concerned. */
export interface TokenFile {
  readonly runnable: Pick<RunnableFile, 'file' | 'client'>;
  /** Variables of files that its file imports. */
  readonly importedVariables?: readonly FileVariable[] | undefined;
}

/** Only ids that have settings; a token that no request names must not be fetched. */
export function tokenIds(request: Request, file: TokenFile): ReadonlySet<string> {
  const all = file.runnable.client?.auth;
  if (all === undefined || Object.keys(all).length === 0) return NO_IDS;
  const ofFile = found.get(file.runnable) ?? new Map<Request, ReadonlySet<string>>();
  found.set(file.runnable, ofFile);
  return getOrAdd(ofFile, request, () => new Reading(file).read(request));
}

/** A load sends the same request again and again, and the values of a file stay the same while it runs. */
const found = new WeakMap<TokenFile['runnable'], Map<Request, ReadonlySet<string>>>();
const NO_IDS: ReadonlySet<string> = new Set();
/** A function whose argument is the name of a variable. */
const SHARED = 'shared';
const TOKEN = 'auth.token';

class Reading {
  readonly #file: TokenFile;
  readonly #ids = new Set<string>();
  readonly #names = new Set<string>();
  readonly #texts: string[] = [];
  readonly #variables = new Map<string, string[]>();

  constructor(file: TokenFile) {
    this.#file = file;
    const { runnable, importedVariables = [] } = file;
    for (const { name, value } of [...importedVariables, ...runnable.file.variables])
      getOrAdd(this.#variables, name, () => []).push(value);
  }

  read(request: Request): ReadonlySet<string> {
    this.#addTexts(interpolatedTexts(request));
    for (let text = this.#texts.pop(); text !== undefined; text = this.#texts.pop())
      if (text.includes('{{')) this.#readText(text);
    return this.#ids;
  }

  #readText(text: string): void {
    for (const part of cutTemplate(text)) {
      if (part.kind === 'text') continue;
      const placeholder = classifyPlaceholder(part.inner);
      if (placeholder.kind === 'environment') continue;
      if (placeholder.kind === 'variable') {
        const { name } = placeholder;
        for (const { index } of name.matchAll(/[.[]/g)) this.#addName(name.slice(0, index));
        this.#addName(name);
        continue;
      }
      const args = placeholder.args.map(readArgument);
      this.#addTexts(args);
      const [first = ''] = args;
      if (placeholder.name === TOKEN) this.#addId(first);
      if (placeholder.name === SHARED) this.#addName(first);
    }
  }

  #addId(id: string): void {
    if (Object.hasOwn(this.#file.runnable.client?.auth ?? {}, id)) this.#ids.add(id);
  }

  /** Every value of the name counts, since the one that is used is only decided when the request is resolved. */
  #addName(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    this.#addTexts(this.#variables.get(name) ?? []);
    const { client } = this.#file.runnable;
    for (const values of [client?.environment, client?.shared])
      if (values !== undefined && Object.hasOwn(values, name)) this.#addValue(values[name]);
  }

  #addValue(value: unknown): void {
    const open = [value];
    for (const each of open) {
      if (typeof each === 'string') this.#texts.push(each);
      else if (typeof each === 'object' && each !== null)
        for (const member of Object.values(each) as unknown[]) open.push(member);
    }
  }

  /** One by one, because a call takes only so many arguments. */
  #addTexts(texts: Iterable<string>): void {
    for (const text of texts) this.#texts.push(text);
  }
}
