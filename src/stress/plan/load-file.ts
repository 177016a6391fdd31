/** Request files without what load tests leave out (server.md 10.2, language 9.10). */
import type { Metadata, Request } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';

const DIRECTIVES = ['retry', 'retryDelay', 'retryOn', 'waitFor', 'before', 'after', 'db'] as const;

/** Told once each, with the requests that have it. */
export class LeftOut {
  readonly #names = new Map<string, Set<string>>();

  note(what: string, request: Request): void {
    const names = this.#names.get(what) ?? new Set();
    names.add(shownName(request));
    this.#names.set(what, names);
  }

  warnings(): string[] {
    return [...this.#names].map(([what, names]) => {
      const shown = [...names].slice(0, MOST_NAMES).join(', ');
      const more = names.size > MOST_NAMES ? ` and ${names.size - MOST_NAMES} more` : '';
      return `${what} are not applied under load: ${shown}${more}`;
    });
  }
}

const MOST_NAMES = 5;

/** The layout is left out as well: it belongs to the text, and cannot go to another thread. */
export function fileForLoad(runnable: RunnableFile, leftOut: LeftOut): RunnableFile {
  const { path, variables, diagnostics, comments } = runnable.file;
  const requests = runnable.file.requests.map((request) => requestForLoad(request, leftOut));
  return { ...runnable, file: { path, variables, diagnostics, comments, requests } };
}

function requestForLoad(request: Request, leftOut: LeftOut): Request {
  const { metadata } = request;
  const note = (present: boolean, what: string): void => {
    if (present) leftOut.note(what, request);
  };
  note(metadata.retry !== undefined || metadata.dynamicValues?.['retry'] !== undefined, 'retries');
  note(metadata.waitFor !== undefined, '@waitFor conditions');
  note(metadata.before !== undefined || metadata.after !== undefined, 'hooks');
  note(request.shell.length > 0, 'shell blocks');
  note(request.db.length > 0, 'database assertions');
  const assertions = request.assertions.filter(({ operator }) => operator !== 'snapshot');
  note(assertions.length < request.assertions.length, 'snapshot assertions');
  const { layout: _layout, ...kept } = request;
  return { ...kept, assertions, metadata: metadataForLoad(metadata), db: [], shell: [], mock: null };
}

function metadataForLoad(metadata: Metadata): Metadata {
  const kept: Record<string, unknown> = { ...metadata };
  for (const directive of DIRECTIVES) delete kept[directive];
  if (metadata.dynamicValues) {
    const { retry: _retry, retryDelay: _delay, ...values } = metadata.dynamicValues;
    if (Object.keys(values).length > 0) kept['dynamicValues'] = values;
    else delete kept['dynamicValues'];
  }
  return kept;
}
