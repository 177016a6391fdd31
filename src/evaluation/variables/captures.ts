/** Captured values and responses of the requests of one file (language sections 2.2, 7, 9.7). */
import { ABSENT, type Absent } from '../values/absent.js';
import type { ResponseView } from '../response/response-view.js';

interface Captured {
  readonly value: unknown;
  /** The latest of equal names wins. */
  readonly order: number;
}

/** What one request left behind. */
interface Owner {
  readonly captures: Map<string, Captured>;
  response: ResponseView | undefined;
}

interface Shelves {
  readonly owners: Map<string, Owner>;
  readonly latest: Map<string, Captured>;
  /** Requests of other files: by their name, the keys of `owners` they stand under. */
  readonly foreign: Map<string, string[]>;
  order: number;
}

export class CaptureStore {
  readonly #shelves: Shelves;
  /** Undefined: every request. */
  readonly #visible: ReadonlySet<string> | undefined;

  constructor(shelves?: Shelves, visible?: ReadonlySet<string>) {
    this.#shelves = shelves ?? { owners: new Map(), latest: new Map(), foreign: new Map(), order: 0 };
    this.#visible = visible;
  }

  /** An unnamed request (empty name) stores only the bare name. */
  set(request: string, name: string, value: unknown): void {
    const captured = { value, order: this.#shelves.order++ };
    this.#owner(request).captures.set(name, captured);
    this.#shelves.latest.set(name, captured);
  }

  /** The capture was missing in the last execution: what an earlier row left is no longer its value. */
  unset(request: string, name: string): void {
    const captured = this.#shelves.owners.get(request)?.captures.get(name);
    this.#shelves.owners.get(request)?.captures.delete(name);
    if (captured !== undefined && this.#shelves.latest.get(name) === captured) this.#restoreLatest(name);
  }

  /** A capture of another file's request: `id` is what `@depends` says, `request` its name over there. */
  setForeign(id: string, request: string, name: string, value: unknown): void {
    this.#noteForeign(id, request);
    this.set(id, name, value);
  }

  setResponse(request: string, response: ResponseView): void {
    if (request !== '') this.#owner(request).response = response;
  }

  setForeignResponse(id: string, request: string, response: ResponseView): void {
    this.#noteForeign(id, request);
    this.setResponse(id, response);
  }

  /** The same store as seen by a request that knows only these others (names, ids of foreign ones); without names, all. */
  visible(requests?: ReadonlySet<string>): CaptureStore {
    return new CaptureStore(this.#shelves, requests);
  }

  /** By `<request>.<capture>` or bare `<capture>`. */
  get(key: string): unknown {
    const dot = key.lastIndexOf('.');
    const captured = dot < 0 ? this.#bare(key) : this.#qualified(key.slice(0, dot), key.slice(dot + 1));
    return captured === undefined ? ABSENT : captured.value;
  }

  response(request: string): ResponseView | Absent {
    for (const id of this.#idsOf(request)) {
      const response = this.#shelves.owners.get(id)?.response;
      if (response !== undefined) return response;
    }
    return ABSENT;
  }

  /** Every name that `get` answers. */
  *names(): Generator<string> {
    for (const [id, owner] of this.#shelves.owners) {
      if (!this.#sees(id)) continue;
      for (const name of owner.captures.keys()) {
        yield name;
        if (id !== '') yield `${this.#nameOf(id)}.${name}`;
      }
    }
  }

  #owner(id: string): Owner {
    let owner = this.#shelves.owners.get(id);
    if (!owner) {
      owner = { captures: new Map(), response: undefined };
      this.#shelves.owners.set(id, owner);
    }
    return owner;
  }

  #noteForeign(id: string, request: string): void {
    const ids = this.#shelves.foreign.get(request);
    if (!ids) this.#shelves.foreign.set(request, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }

  #restoreLatest(name: string): void {
    let best: Captured | undefined;
    for (const { captures } of this.#shelves.owners.values()) {
      const captured = captures.get(name);
      if (captured !== undefined && (best === undefined || captured.order > best.order)) best = captured;
    }
    if (best === undefined) this.#shelves.latest.delete(name);
    else this.#shelves.latest.set(name, best);
  }

  #bare(name: string): Captured | undefined {
    if (this.#visible === undefined) return this.#shelves.latest.get(name);
    let best: Captured | undefined;
    for (const id of this.#visible) {
      const captured = this.#shelves.owners.get(id)?.captures.get(name);
      if (captured !== undefined && (best === undefined || captured.order > best.order)) best = captured;
    }
    return best;
  }

  #qualified(request: string, name: string): Captured | undefined {
    for (const id of this.#idsOf(request)) {
      const captured = this.#shelves.owners.get(id)?.captures.get(name);
      if (captured !== undefined) return captured;
    }
    return undefined;
  }

  /** A request of the own file comes before a foreign one of the same name. */
  *#idsOf(request: string): Generator<string> {
    if (request !== '' && this.#sees(request)) yield request;
    for (const id of this.#shelves.foreign.get(request) ?? []) if (this.#sees(id)) yield id;
  }

  #sees(id: string): boolean {
    return this.#visible === undefined || this.#visible.has(id);
  }

  #nameOf(id: string): string {
    for (const [request, ids] of this.#shelves.foreign) if (ids.includes(id)) return request;
    return id;
  }
}
