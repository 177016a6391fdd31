/** The state of a find bar: what is searched for, how often it was found, and which match is visited. */
import { signal } from '@preact/signals';
import type { FindQuery } from '../../body/query.js';
import type { FindResult } from '../../body/rows.js';

export interface FindState extends FindQuery {
  readonly total: number;
  readonly isPartial: boolean;
  /** From 0; -1 without matches. */
  readonly current: number;
  readonly problem: string;
  readonly isBusy: boolean;
}

export interface FindBackend {
  /** Rejects for a pattern that is invalid or takes too long. */
  readonly search: (query: FindQuery) => Promise<FindResult>;
  readonly visit: (match: number) => Promise<void>;
}

const CLOSED: FindState = {
  text: '',
  matchCase: false,
  wholeWord: false,
  isPattern: false,
  total: 0,
  isPartial: false,
  current: -1,
  problem: '',
  isBusy: false,
};
const TYPING_DELAY_MS = 120;

export class FindModel {
  readonly isOpen = signal(false);
  readonly state = signal<FindState>(CLOSED);
  /** Counts how often the bar was asked for, so that asking again gives it the focus. */
  readonly opened = signal(0);
  readonly #backend: FindBackend;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSearching = false;
  #isOutdated = false;

  constructor(backend: FindBackend) {
    this.#backend = backend;
  }

  open(): void {
    this.isOpen.value = true;
    this.opened.value++;
  }

  close(): void {
    this.isOpen.value = false;
    clearTimeout(this.#timer);
    if (this.state.peek().text !== '') void this.#search({ ...this.state.peek(), text: '' });
  }

  change(changes: Partial<FindQuery>): void {
    this.state.value = { ...this.state.peek(), ...changes, problem: '' };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(this.state.peek()), TYPING_DELAY_MS);
  }

  /** Searches again, after what is searched has changed. */
  repeat(): void {
    if (this.isOpen.peek() && this.state.peek().text !== '') void this.#search(this.state.peek());
  }

  async step(by: 1 | -1): Promise<void> {
    const { total, current } = this.state.peek();
    if (total === 0) return;
    const next = (current + by + total) % total;
    this.state.value = { ...this.state.peek(), current: next };
    await this.#backend.visit(next);
  }

  /** One search at a time, and after it the newest that was asked for meanwhile. */
  async #search(query: FindQuery): Promise<void> {
    this.#isOutdated = this.#isSearching;
    if (this.#isSearching) return;
    this.#isSearching = true;
    this.state.value = { ...this.state.peek(), isBusy: true };
    try {
      const { total, isPartial, nearest } = await this.#backend.search(query);
      this.state.value = { ...this.state.peek(), total, isPartial, current: nearest, problem: '' };
      if (total > 0 && !this.#isOutdated) await this.#backend.visit(nearest);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.state.value = { ...this.state.peek(), total: 0, isPartial: false, current: -1, problem };
    }
    this.#isSearching = false;
    this.state.value = { ...this.state.peek(), isBusy: false };
    if (this.#isOutdated) await this.#search(this.isOpen.peek() ? this.state.peek() : { ...query, text: '' });
  }
}

/** What the bar says about the matches. */
export function findText({ text, total, isPartial, current, problem, isBusy }: FindState): string {
  if (text === '') return '';
  if (problem !== '') return problem.replace(/^Invalid regular expression: /, 'Invalid pattern: ');
  if (isBusy && total === 0) return 'Searching…';
  if (total === 0) return 'No matches';
  const count = total.toLocaleString('en-US');
  return `${(current + 1).toLocaleString('en-US')} of ${count}${isPartial ? '+' : ''}`;
}
