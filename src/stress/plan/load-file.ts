/** Request files without the features that load tests do not apply. */
import { allAssertions, allCaptures, allSets } from '../../request-file/model/all-checks.js';
import type { Metadata, Request } from '../../request-file/model/model.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';

const DIRECTIVES = ['retry', 'retryDelay', 'retryOn', 'delay', 'waitFor', 'before', 'after', 'db'] as const;

/** Collects one warning per feature, with the requests that use it. */
export class OmittedFeatures {
  readonly #names = new Map<string, Set<string>>();

  note(what: string, request: Request): void {
    getOrAdd(this.#names, what, () => new Set<string>()).add(shownName(request));
  }

  noteFile(what: string, shown: string): void {
    getOrAdd(this.#names, what, () => new Set<string>()).add(shown);
  }

  warnings(): string[] {
    return [...this.#names].map(([what, names]) => {
      const shown = [...names].slice(0, MAX_SHOWN_NAMES).join(', ');
      const more = names.size > MAX_SHOWN_NAMES ? ` and ${names.size - MAX_SHOWN_NAMES} more` : '';
      return `${what} are not applied under load: ${shown}${more}`;
    });
  }
}

const MAX_SHOWN_NAMES = 5;

/** The layout is omitted as well: it refers to the source text and cannot be sent to another thread. */
export function prepareForLoad(runnable: RunnableFile, omitted: OmittedFeatures): RunnableFile {
  const { path, variables, diagnostics, comments } = runnable.file;
  const requests = runnable.file.requests.map((request) => requestForLoad(request, omitted));
  if (runnable.file.runs !== undefined) omitted.noteFile('run lines', runnable.shown);
  return { ...runnable, file: { path, variables, diagnostics, comments, requests } };
}

function requestForLoad(request: Request, omitted: OmittedFeatures): Request {
  const { metadata } = request;
  const note = (present: boolean, what: string): void => {
    if (present) omitted.note(what, request);
  };
  note(metadata.retry !== undefined || metadata.dynamicValues?.['retry'] !== undefined, 'retries');
  note(metadata.waitFor !== undefined, '@waitFor conditions');
  note(metadata['loop'] !== undefined, 'loops');
  note(metadata.delay !== undefined || metadata.dynamicValues?.['delay'] !== undefined, '@delay pauses');
  note(metadata['sleep'] !== undefined, '@sleep pauses');
  note(metadata['forceref'] !== undefined, '@forceRef references');
  note(
    request.foreign.some(({ text }) => text.startsWith('>>')),
    '>> lines',
  );
  note(metadata.before !== undefined || metadata.after !== undefined, 'hooks');
  note(request.shell.length > 0, 'shell blocks');
  note(request.db.length > 0, 'database assertions');
  const all = allAssertions(request);
  const assertions = all.filter(({ operator }) => operator !== 'snapshot');
  note(assertions.length < all.length, 'snapshot assertions');
  const {
    layout: _layout,
    scriptAssertions: _checks,
    scriptCaptures: _taken,
    scriptSets: _sets,
    ...kept
  } = request;
  const set = allSets(request);
  return {
    ...kept,
    assertions,
    captures: allCaptures(request),
    metadata: { ...metadataForLoad(metadata), ...(set.length > 0 && { set }) },
    db: [],
    shell: [],
    mock: null,
  };
}

function metadataForLoad(metadata: Metadata): Metadata {
  const kept: Record<string, unknown> = { ...metadata };
  for (const directive of DIRECTIVES) delete kept[directive];
  if (metadata.dynamicValues) {
    const { retry: _retry, retryDelay: _retryDelay, delay: _delay, ...values } = metadata.dynamicValues;
    if (Object.keys(values).length > 0) kept['dynamicValues'] = values;
    else delete kept['dynamicValues'];
  }
  return kept;
}
