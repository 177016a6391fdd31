/** One environment file of another client: what it defines for each environment, and what svc does not use of it. */
import { ServiceError } from '../../errors.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import {
  JsonProblem,
  placeAt,
  readJsonWithComments,
  type JsonMember,
  type JsonNode,
} from './json-with-comments.js';

/** The variables of one environment in one file. */
export interface ClientVariables {
  readonly values: ReadonlyMap<string, unknown>;
  /** Variables whose value lies in a secret store, with its name. */
  readonly stores: ReadonlyMap<string, string>;
  /** `Security.Auth`: the written fields of each id. */
  readonly auth: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export interface ClientEnvFile {
  /** The path as users see it. */
  readonly shown: string;
  /** Whether its values are secret. */
  readonly isPrivate: boolean;
  readonly environments: ReadonlyMap<string, ClientVariables>;
  /** `$shared`, the weakest variables of the file. */
  readonly shared: ClientVariables;
  /** About repeated keys. */
  readonly warnings: readonly string[];
  /** The place of the first setting that is no variable and has no counterpart. */
  readonly ignored: { readonly key: string; readonly line: number; readonly column: number } | undefined;
}

export interface ClientEnvText {
  readonly text: string;
  readonly shown: string;
  readonly isPrivate: boolean;
}

/** An unusable environment file, which is a finding of `validate` and ends a run before anything is sent. */
export class ClientEnvError extends ServiceError {
  readonly file: string;
  readonly place: { readonly line: number; readonly column: number };
  readonly reason: string;

  constructor(file: string, place: { readonly line: number; readonly column: number }, reason: string) {
    super('input', `${file}:${place.line}:${place.column}: ${reason}`);
    this.file = file;
    this.place = place;
    this.reason = reason;
  }
}

const MAX_VARIABLES = 10_000;
const MAX_WARNINGS = 20;
const SHARED = '$shared';
/** Settings of other clients that stand among the variables of an environment. */
const SETTINGS: ReadonlySet<string> = new Set(['Security', 'SSLConfiguration', 'Proxy']);

/** Throws ClientEnvError. */
export function parseClientEnvFile(source: ClientEnvText): ClientEnvFile {
  return new FileReading(source).file(rootOf(source));
}

/** The object at the key of the settings of an editor; undefined when they have none. Throws ClientEnvError. */
export function parseEditorSettings(source: ClientEnvText): ClientEnvFile | undefined {
  const root = rootOf(source);
  const settings = root.members?.find(({ key }) => key === 'settings')?.node;
  const found = [root, settings]
    .flatMap((node) => node?.members ?? [])
    .findLast(({ key }) => key === EDITOR_KEY)?.node;
  return found && new FileReading(source).file(found);
}

const EDITOR_KEY = 'rest-client.environmentVariables';

function rootOf({ text, shown }: ClientEnvText): JsonNode {
  try {
    return readJsonWithComments(text);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new ClientEnvError(shown, placeAt(text, error.at), error.message);
  }
}

class FileReading {
  readonly #source: ClientEnvText;
  readonly #warnings: string[] = [];
  #ignored: ClientEnvFile['ignored'];
  #variables = 0;

  constructor(source: ClientEnvText) {
    this.#source = source;
  }

  file(root: JsonNode): ClientEnvFile {
    const { shown, isPrivate } = this.#source;
    const environments = new Map<string, ClientVariables>();
    let shared = NO_VARIABLES;
    for (const { key, at, node } of this.#members(root, 'expected an object of environments')) {
      if (key !== SHARED && key.startsWith('$')) this.#ignore(key, at);
      else if (key === SHARED) shared = this.#environment(key, node);
      else environments.set(key, this.#environment(key, node));
    }
    return { shown, isPrivate, environments, shared, warnings: this.#warnings, ignored: this.#ignored };
  }

  #environment(name: string, node: JsonNode): ClientVariables {
    const values = new Map<string, unknown>();
    const stores = new Map<string, string>();
    const auth = new Map<string, Readonly<Record<string, unknown>>>();
    for (const { key, at, node: inner } of this.#members(node, objectOf(name))) {
      if (key === 'Security') this.#addAuth(inner, at, auth);
      else if (SETTINGS.has(key) || key.startsWith('$')) this.#ignore(key, at);
      else {
        if (++this.#variables > MAX_VARIABLES)
          throw this.#problem(at, `more than ${MAX_VARIABLES} variables`);
        const store = storeOf(inner.value);
        values.delete(key);
        stores.delete(key);
        if (store === undefined) values.set(key, inner.value);
        else stores.set(key, store);
      }
    }
    return { values, stores, auth };
  }

  #addAuth({ value }: JsonNode, at: number, auth: Map<string, Readonly<Record<string, unknown>>>): void {
    const { Auth: all, ...others } = isPlainObject(value) ? value : { other: value };
    if (Object.keys(others).length > 0) this.#ignore('Security', at);
    if (!isPlainObject(all)) return;
    for (const [id, fields] of Object.entries(all)) if (isPlainObject(fields)) auth.set(id, fields);
  }

  /** The members of an object; each repeated key is worth a warning, and the last one counts. */
  #members({ at, members }: JsonNode, problem: string): readonly JsonMember[] {
    if (members === undefined) throw this.#problem(at, problem);
    const seen = new Set<string>();
    for (const { key, at: place } of members) {
      if (seen.has(key) && this.#warnings.length < MAX_WARNINGS)
        this.#warnings.push(`${this.#shownPlace(place)}: "${key}" is defined twice; the last one is used`);
      seen.add(key);
    }
    return members;
  }

  #ignore(key: string, at: number): void {
    this.#ignored ??= { key, ...placeAt(this.#source.text, at) };
  }

  #shownPlace(at: number): string {
    const { line, column } = placeAt(this.#source.text, at);
    return `${this.#source.shown}:${line}:${column}`;
  }

  #problem(at: number, reason: string): ClientEnvError {
    return new ClientEnvError(this.#source.shown, placeAt(this.#source.text, at), reason);
  }
}

function objectOf(name: string): string {
  return `expected an object of variables for ${JSON.stringify(name)}`;
}

/** The store of `{"provider": "AzureKeyVault", …}`. */
function storeOf(value: unknown): string | undefined {
  const provider = isPlainObject(value) ? value['provider'] : undefined;
  return typeof provider === 'string' ? provider : undefined;
}

const NO_VARIABLES: ClientVariables = { values: new Map(), stores: new Map(), auth: new Map() };
