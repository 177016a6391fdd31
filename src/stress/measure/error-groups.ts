/** Counts failed requests by what went wrong, so that a result can name the assertion, status or connection at fault. */
import { cutText } from '../../evaluation/values/value-text.js';

/** The failures of one request that have the same cause. */
export interface CountedError {
  /** The place of the request among the definitions; -1 when the cause concerns all requests. */
  readonly definition: number;
  readonly kind: string;
  readonly message: string;
  readonly count: number;
}

/** The same for clients. */
export interface ErrorGroup {
  readonly count: number;
  /** The request; empty when the cause concerns all requests, and for the group of all others. */
  readonly name: string;
  /** `assertion` or the kind of failure; `other` for the group of all others. */
  readonly kind: string;
  readonly message: string;
}

/** Messages may contain values that differ with every request, so the number of groups is limited. */
const MAX_COUNTED_GROUPS = 100;
const MAX_SHOWN_GROUPS = 20;
const MAX_MESSAGE_CHARACTERS = 300;

/** A target that cannot be reached has nothing to do with the request. */
const CONNECTION_KINDS: ReadonlySet<string> = new Set(['dns', 'connect', 'tls', 'proxy']);

export class ErrorCounter {
  readonly #groups = new Map<string, { -readonly [Key in keyof CountedError]: CountedError[Key] }>();
  readonly #redact: (text: string) => string;

  /** `redact` is applied once for each group. */
  constructor(redact: (text: string) => string = (text) => text) {
    this.#redact = redact;
  }

  add(request: number, kind: string, message: string, count = 1): void {
    const definition = CONNECTION_KINDS.has(kind) ? -1 : request;
    const key = `${definition} ${kind} ${message}`;
    const group = this.#groups.get(key);
    if (group) group.count += count;
    else if (this.#groups.size < MAX_COUNTED_GROUPS || kind === OTHER) {
      this.#groups.set(key, { definition, kind, message: shorten(this.#redact(message)), count });
    } else this.add(-1, OTHER, '', count);
  }

  addAll(errors: readonly CountedError[]): void {
    for (const { definition, kind, message, count } of errors) this.add(definition, kind, message, count);
  }

  /** Returns a copy that can be sent to another thread. */
  list(): readonly CountedError[] {
    return this.#groups.size === 0 ? NO_ERRORS : Array.from(this.#groups.values(), (group) => ({ ...group }));
  }

  /** The most frequent first; those beyond the limit are one group at the end. */
  groups(nameOf: (definition: number) => string): readonly ErrorGroup[] {
    const named = [...this.#groups.values()].filter(({ kind }) => kind !== OTHER);
    const sorted = named.sort((a, b) => b.count - a.count || a.definition - b.definition);
    const shown = sorted.slice(0, MAX_SHOWN_GROUPS);
    const all = [...this.#groups.values()].reduce((sum, { count }) => sum + count, 0);
    const others = all - shown.reduce((sum, { count }) => sum + count, 0);
    const groups = shown.map(({ count, definition, kind, message }) => ({
      count,
      name: nameOf(definition),
      kind,
      message,
    }));
    return others === 0 ? groups : [...groups, { count: others, name: '', kind: OTHER, message: '' }];
  }

  clear(): void {
    this.#groups.clear();
  }
}

const OTHER = 'other';
const NO_ERRORS: readonly CountedError[] = [];

function shorten(message: string): string {
  const start = cutText(message, MAX_MESSAGE_CHARACTERS);
  return start === message ? message : `${start}…`;
}

/** `connect: 127.0.0.1:8099 refused the connection`, or the assertion that failed. */
export function errorGroupText({ kind, message }: Pick<ErrorGroup, 'kind' | 'message'>): string {
  if (kind === OTHER) return 'other errors';
  if (kind === 'assertion') return message;
  if (message === '') return kind;
  return message.startsWith(kind) ? message : `${kind}: ${message}`;
}
