/** Captured values as a later request saw them, some of them changed. */
import { CaptureStore, type SentParts } from '../../evaluation/variables/captures.js';
import type { GlobalValues } from '../../evaluation/variables/scope-sources.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { ABSENT, type Absent } from '../../evaluation/values/absent.js';

/** What one request has looked up, by the name it was looked up with. */
export interface SeenValues {
  readonly captures: Map<string, unknown>;
  readonly globals: Map<string, unknown>;
  readonly responses: Map<string, ResponseView>;
}

/** Those that were looked up before, as for the list of `@each`, are among them. */
export function createSeenValues(before?: SeenValues): SeenValues {
  return {
    captures: new Map(before?.captures),
    globals: new Map(before?.globals),
    responses: new Map(before?.responses),
  };
}

/** Notes what is looked up, and gives what the other store gives. */
export class WatchedCaptures extends CaptureStore {
  readonly #store: CaptureStore;
  readonly #seen: SeenValues;

  constructor(store: CaptureStore, seen: SeenValues) {
    super();
    this.#store = store;
    this.#seen = seen;
  }

  override get(key: string): unknown {
    const value = this.#store.get(key);
    if (value !== ABSENT) this.#seen.captures.set(key, value);
    return value;
  }

  override response(request: string): ResponseView | Absent {
    const response = this.#store.response(request);
    if (response !== ABSENT) this.#seen.responses.set(request, response);
    return response;
  }

  override request(name: string): SentParts | Absent {
    return this.#store.request(name);
  }

  override names(): Generator<string> {
    return this.#store.names();
  }
}

export function watchedGlobals(globals: GlobalValues, seen: SeenValues): GlobalValues {
  return {
    get: (name) => {
      const value = globals.get(name);
      if (value !== ABSENT) seen.globals.set(name, value);
      return value;
    },
    names: () => globals.names(),
  };
}

/** What a change of an earlier response gives a later request instead; ABSENT for a value that is missing now. */
export interface ChangedValues {
  readonly captures: ReadonlyMap<string, unknown>;
  readonly globals: ReadonlyMap<string, unknown>;
  readonly responses: ReadonlyMap<string, ResponseView>;
}

/** The store as the request saw it, with the changes; what the request itself sets comes first. */
export class ChangedCaptures extends CaptureStore {
  readonly #store: CaptureStore;
  readonly #seen: SeenValues;
  readonly #changed: ChangedValues;
  readonly #own = new Map<string, unknown>();

  constructor(store: CaptureStore, seen: SeenValues, changed: ChangedValues) {
    super();
    this.#store = store;
    this.#seen = seen;
    this.#changed = changed;
  }

  override set(request: string, name: string, value: unknown): void {
    this.#own.set(name, value);
    if (request !== '') this.#own.set(`${request}.${name}`, value);
  }

  override get(key: string): unknown {
    for (const values of [this.#own, this.#changed.captures, this.#seen.captures])
      if (values.has(key)) return values.get(key);
    return this.#store.get(key);
  }

  override response(request: string): ResponseView | Absent {
    const { responses } = this.#changed;
    return responses.get(request) ?? this.#seen.responses.get(request) ?? this.#store.response(request);
  }

  override request(name: string): SentParts | Absent {
    return this.#store.request(name);
  }

  override names(): Generator<string> {
    return this.#store.names();
  }
}

export function changedGlobals(
  globals: GlobalValues,
  seen: SeenValues,
  { globals: changed }: ChangedValues,
): GlobalValues {
  return {
    get: (name) => {
      for (const values of [changed, seen.globals]) if (values.has(name)) return values.get(name);
      return globals.get(name);
    },
    names: () => globals.names(),
  };
}
