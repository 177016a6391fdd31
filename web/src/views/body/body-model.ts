/** The state of one shown body; the work is done by the worker that holds it. */
import { signal } from '@preact/signals';
import { BodyClient } from '../../body/body-client.js';
import type { BodyFacts, BodySource, RowForm, Shown, ValueFacts } from '../../body/messages.js';
import type { BodyRow } from '../../body/rows.js';
import { FindModel } from './find-model.js';

/** `preview` is drawn by the page itself. */
export type Form = RowForm | 'preview';

const FILTER_DELAY_MS = 150;

export class BodyModel {
  client: BodyClient;
  readonly find: FindModel;
  readonly facts = signal<BodyFacts | undefined>(undefined);
  readonly problem = signal('');
  /** Why something else than the whole body is shown; empty if it is not. */
  readonly note = signal('');
  readonly form = signal<Form>('raw');
  readonly filter = signal('');
  readonly filtered = signal<Shown['filtered']>(undefined);
  readonly rowCount = signal(0);
  /** Counts the changes after which rows have to be asked for again. */
  readonly version = signal(0);
  /** The row that is scrolled into view, and how often one was. */
  readonly shownRow = signal({ row: 0, count: 0 });
  /** How often a match was visited. */
  readonly visits = signal(0);
  /** The row that keys act on. */
  readonly cursor = signal(0);
  #bytesPerRow = (): number => 16;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstVisibleRow = 0;
  #isClosed = false;

  readonly #fallback: BodyClient | undefined;

  /** The fallback is shown if the source cannot be loaded. */
  constructor(source: BodySource, contentType: string, fallback?: BodySource) {
    this.client = new BodyClient(source, contentType);
    this.#fallback = fallback && new BodyClient(fallback, contentType);
    this.find = new FindModel({
      search: (query) => this.client.find({ query, fromRow: this.#firstVisibleRow }),
      visit: (match) => this.#visit(match),
    });
  }

  async open(firstForm: (facts: BodyFacts) => Form, bytesPerRow: () => number): Promise<void> {
    this.#bytesPerRow = bytesPerRow;
    try {
      const facts = await this.client.open().catch((error: unknown) => this.#openFallback(error));
      this.form.value = firstForm(facts);
      await this.#show();
      this.facts.value = facts;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }

  #openFallback(error: unknown): Promise<BodyFacts> {
    if (this.#fallback === undefined || this.#isClosed) throw error;
    this.note.value = error instanceof Error ? error.message : String(error);
    this.client.close();
    this.client = this.#fallback;
    return this.client.open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.client.close();
  }

  async choose(form: Form): Promise<void> {
    this.form.value = form;
    this.cursor.value = 0;
    await this.#show();
    this.find.repeat();
  }

  changeFilter(filter: string): void {
    this.filter.value = filter;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.cursor.value = 0;
      void this.#show().then(() => this.find.repeat());
    }, FILTER_DELAY_MS);
  }

  noteVisible(firstRow: number): void {
    this.#firstVisibleRow = firstRow;
  }

  rows(from: number, to: number): Promise<readonly BodyRow[]> {
    return this.client.call('rows', { from, to });
  }

  async act(row: number): Promise<void> {
    const { rowCount } = await this.client.call('act', { row });
    this.#changed(rowCount);
  }

  valueAt(row: number): Promise<ValueFacts | undefined> {
    return this.client.call('value', { row });
  }

  /** The text of the shown form. */
  wholeText(): Promise<string> {
    return this.client.call('text', { maxLength: Infinity });
  }

  scrollTo(row: number): void {
    this.shownRow.value = { row, count: this.shownRow.peek().count + 1 };
  }

  /** The newest of several changes decides what is shown. */
  async #show(): Promise<void> {
    const form = this.form.peek();
    if (form === 'preview') return;
    const filter = this.filter.peek();
    const { rowCount, filtered } = await this.client.show({ form, filter, bytesPerRow: this.#bytesPerRow() });
    if (this.filter.peek() !== filter || this.form.peek() !== form) return;
    this.filtered.value = filtered;
    this.scrollTo(0);
    this.#changed(rowCount);
  }

  async #visit(match: number): Promise<void> {
    const { row, rowCount } = await this.client.call('visit', { match });
    this.visits.value++;
    this.cursor.value = row;
    this.scrollTo(row);
    this.#changed(rowCount);
  }

  #changed(rowCount: number): void {
    this.rowCount.value = rowCount;
    this.version.value++;
  }
}
