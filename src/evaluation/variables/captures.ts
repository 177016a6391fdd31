/** Captured values and responses of the requests of one file (docs/language.md#captures). */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { ABSENT, type Absent } from '../values/absent.js';
import type { ResponseView } from '../response/response-view.js';

/** A request as it was sent, for `{{name.request.…}}`. */
export interface SentParts {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined for a body that is no text. */
  readonly text: string | undefined;
}

interface Captured {
  readonly value: unknown;
  /** Of values with the same name, the one with the highest number is the latest. */
  readonly order: number;
}

/** The captures and the response of one request. */
interface Owner {
  readonly captures: Map<string, Captured>;
  response: ResponseView | undefined;
  request?: SentParts;
}

interface StoredCaptures {
  readonly owners: Map<string, Owner>;
  readonly latest: Map<string, Captured>;
  /** The keys in `owners` of requests of other files, by the name of the request. */
  readonly foreign: Map<string, string[]>;
  order: number;
}

export class CaptureStore {
  readonly #stored: StoredCaptures;
  /** Undefined means every request. */
  readonly #visible: ReadonlySet<string> | undefined;

  constructor(stored?: StoredCaptures, visible?: ReadonlySet<string>) {
    this.#stored = stored ?? { owners: new Map(), latest: new Map(), foreign: new Map(), order: 0 };
    this.#visible = visible;
  }

  /** An unnamed request (empty name) stores only the bare name. */
  set(request: string, name: string, value: unknown): void {
    const captured = { value, order: this.#stored.order++ };
    this.#owner(request).captures.set(name, captured);
    this.#stored.latest.set(name, captured);
  }

  /** The capture was missing in the last execution, so the value of an earlier row is dropped. */
  unset(request: string, name: string): void {
    const captured = this.#stored.owners.get(request)?.captures.get(name);
    this.#stored.owners.get(request)?.captures.delete(name);
    if (captured !== undefined && this.#stored.latest.get(name) === captured) this.#restoreLatest(name);
  }

  /** A capture of another file's request: `id` is the text of `@depends`, `request` the name in that file. */
  setForeign(id: string, request: string, name: string, value: unknown): void {
    this.#noteForeign(id, request);
    this.set(id, name, value);
  }

  setResponse(request: string, response: ResponseView): void {
    if (request !== '') this.#owner(request).response = response;
  }

  setRequest(request: string, sent: SentParts): void {
    if (request !== '') this.#owner(request).request = sent;
  }

  setForeignResponse(id: string, request: string, response: ResponseView): void {
    this.#noteForeign(id, request);
    this.setResponse(id, response);
  }

  /** The same store as seen by a request that knows only these others (names, ids of foreign ones); without names, all. */
  visible(requests?: ReadonlySet<string>): CaptureStore {
    return new CaptureStore(this.#stored, requests);
  }

  /** The value of `<request>.<capture>` or of `<capture>` alone. */
  get(key: string): unknown {
    const dot = key.lastIndexOf('.');
    const captured = dot < 0 ? this.#bare(key) : this.#qualified(key.slice(0, dot), key.slice(dot + 1));
    return captured === undefined ? ABSENT : captured.value;
  }

  response(request: string): ResponseView | Absent {
    for (const id of this.#idsOf(request)) {
      const response = this.#stored.owners.get(id)?.response;
      if (response !== undefined) return response;
    }
    return ABSENT;
  }

  /** The last request that was sent under a name. */
  request(name: string): SentParts | Absent {
    for (const id of this.#idsOf(name)) {
      const sent = this.#stored.owners.get(id)?.request;
      if (sent !== undefined) return sent;
    }
    return ABSENT;
  }

  /** Every name for which `get` has a value. */
  *names(): Generator<string> {
    for (const [id, owner] of this.#stored.owners) {
      if (!this.#sees(id)) continue;
      for (const name of owner.captures.keys()) {
        yield name;
        if (id !== '') yield `${this.#nameOf(id)}.${name}`;
      }
    }
  }

  #owner(id: string): Owner {
    return getOrAdd(this.#stored.owners, id, () => ({ captures: new Map(), response: undefined }));
  }

  #noteForeign(id: string, request: string): void {
    const ids = getOrAdd(this.#stored.foreign, request, (): string[] => []);
    if (!ids.includes(id)) ids.push(id);
  }

  #restoreLatest(name: string): void {
    const latest = this.#latestOf(name, this.#stored.owners.keys());
    if (latest === undefined) this.#stored.latest.delete(name);
    else this.#stored.latest.set(name, latest);
  }

  #bare(name: string): Captured | undefined {
    return this.#visible === undefined ? this.#stored.latest.get(name) : this.#latestOf(name, this.#visible);
  }

  #latestOf(name: string, ids: Iterable<string>): Captured | undefined {
    let latest: Captured | undefined;
    for (const id of ids) {
      const captured = this.#stored.owners.get(id)?.captures.get(name);
      if (captured !== undefined && (latest === undefined || captured.order > latest.order))
        latest = captured;
    }
    return latest;
  }

  #qualified(request: string, name: string): Captured | undefined {
    for (const id of this.#idsOf(request)) {
      const captured = this.#stored.owners.get(id)?.captures.get(name);
      if (captured !== undefined) return captured;
    }
    return undefined;
  }

  /** A request of the same file comes before one of another file with the same name. */
  *#idsOf(request: string): Generator<string> {
    if (request !== '' && this.#sees(request)) yield request;
    for (const id of this.#stored.foreign.get(request) ?? []) if (this.#sees(id)) yield id;
  }

  #sees(id: string): boolean {
    return this.#visible === undefined || this.#visible.has(id);
  }

  #nameOf(id: string): string {
    for (const [request, ids] of this.#stored.foreign) if (ids.includes(id)) return request;
    return id;
  }
}
