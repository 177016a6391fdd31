import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { BodyClient } from '../../body/body-client.js';
import type { FoundTexts } from '../../body/messages.js';
import type { Mark } from '../../body/rows.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { addToEditor, type RequestPlace } from './add-to-editor.js';
import './body.css';
import { FindBar, useFindKey } from './find-bar.js';
import { FindModel } from './find-model.js';
import { MarkedText } from './marked-text.js';

export interface HeaderViewProps {
  readonly headers: Readonly<Record<string, string>>;
  /** The request whose editor gets assertions; without it they are not offered. */
  readonly request?: RequestPlace | undefined;
  /** Of the response, to be asserted like a header; left out for headers of a request. */
  readonly statusCode?: number | undefined;
}

/** Names and values of headers, with search. */
export function HeaderView({ headers, request, statusCode }: HeaderViewProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const pairs = Object.entries(headers);
  const search = useMemo(() => new HeaderSearch(pairs.flat(), () => host.current), [JSON.stringify(pairs)]);
  useEffect(() => () => search.close(), [search]);
  useFindKey(search.find);
  if (pairs.length === 0) return <p class="hint padded">No headers.</p>;
  return (
    <div class="headers-view response" ref={host}>
      <div class="headers-tools">
        {request !== undefined && statusCode !== undefined && (
          <button
            type="button"
            class="link"
            onClick={() => void addToEditor(request, 'assertion', { kind: 'status', status: statusCode })}
          >
            Add assertion for status {statusCode}
          </button>
        )}
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          aria-label="Find in the headers"
          title="Find (Ctrl+F)"
          onClick={() => search.find.open()}
        >
          <Icon name="search" />
        </button>
      </div>
      <FindBar
        model={search.find}
        returnFocus={() => host.current?.querySelector<HTMLElement>('.headers-scroll')?.focus()}
      />
      <div class="headers-scroll" tabIndex={0} role="region" aria-label="Headers">
        <HeaderRows pairs={pairs} search={search} request={request} />
      </div>
    </div>
  );
}

interface HeaderRowsProps {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly search: HeaderSearch;
  readonly request: RequestPlace | undefined;
}

function HeaderRows({ pairs, search, request }: HeaderRowsProps): JSX.Element {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Value</th>
          <th scope="col">
            <span class="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(([name, value], index) => (
          <tr key={name}>
            <th scope="row" class="mono">
              <MarkedText text={name} marks={search.marksOf(2 * index)} />
            </th>
            <td class="mono wrap">
              <MarkedText text={value} marks={search.marksOf(2 * index + 1)} />
            </td>
            <td class="header-actions">
              <CopyButton text={() => value} label={`Copy ${name}`} />
              {request !== undefined && !value.includes(MASK) && (
                <HeaderAssertion request={request} name={name} value={value} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the page shows instead of a secret, which is no value to compare with. */
const MASK = '••';

interface HeaderAssertionProps {
  readonly request: RequestPlace;
  readonly name: string;
  readonly value: string;
}

function HeaderAssertion({ request, name, value }: HeaderAssertionProps): JSX.Element {
  const label = `Add assertion for ${name}`;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => void addToEditor(request, 'assertion', { kind: 'header', name, value })}
    >
      <Icon name="plus" />
    </button>
  );
}

/** Searches names and values in a worker, because a pattern may be hostile. */
class HeaderSearch {
  readonly find: FindModel;
  readonly #client = new BodyClient({ kind: 'text', text: '' }, '');
  readonly #found = signal<FoundTexts>([]);
  readonly #current = signal(-1);

  constructor(texts: readonly string[], host: () => HTMLElement | null) {
    this.find = new FindModel({
      search: async (query) => {
        this.#found.value = await this.#client.findIn({ query, texts });
        const total = this.#found.value.reduce((sum, { length }) => sum + length, 0);
        this.#current.value = -1;
        return { total, isPartial: false, nearest: total === 0 ? -1 : 0 };
      },
      visit: async (match) => {
        this.#current.value = match;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        host()?.querySelector('mark.is-current')?.scrollIntoView({ block: 'nearest' });
      },
    });
  }

  marksOf(index: number): readonly Mark[] {
    const before = this.#found.value.slice(0, index).reduce((sum, { length }) => sum + length, 0);
    return (this.#found.value[index] ?? []).map(
      ([start, end], at) => [start, end, before + at === this.#current.value] as const,
    );
  }

  close(): void {
    this.#client.close();
  }
}
