import type { JSX } from 'preact';
import type { RequestEntry } from '../../../../src/server/api-types.js';
import { ageText } from '../../components/age-text.js';
import { MethodMark, VerdictMark, type Verdict } from '../../components/marks.js';
import { lastResultsAt, type LastResult } from '../../state/runs/last-results.js';
import { navigate, resultAddress, route } from '../../state/route.js';
import { saveAndRun } from '../../state/editing/saved-run.js';
import { open } from '../../state/documents.js';
import { notify } from '../../state/notices.js';
import type { RequestRow as RowData } from '../../state/navigation/tree-rows.js';
import { RowButton } from './node-row.js';

interface RequestRowProps {
  readonly index: number;
  readonly row: RowData;
  readonly isAtCursor: boolean;
  /** Whether the cursor of the editor is in this request. */
  readonly isEdited: boolean;
  readonly choose: () => void;
}

export function RequestRow({ index, row, isAtCursor, isEdited, choose }: RequestRowProps): JSX.Element {
  const { request, depth, position, total } = row;
  const results = lastResultsAt(request.file, request.line);
  const verdict = worstVerdict(results);
  return (
    <div
      id={`tree-${index}`}
      class={`outline-row ${isAtCursor ? 'at-cursor' : ''} ${isEdited ? 'edited' : ''}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position + 1}
      aria-setsize={total}
      aria-selected={isChosen(request, results)}
      aria-current={isEdited ? 'location' : undefined}
      style={{ paddingLeft: `${depth * 14 + 8}px` }}
      title={titleOf(request, results)}
      onClick={choose}
    >
      <VerdictMark verdict={verdict} />
      <MethodMark method={request.method} />
      <span class="tree-name">{request.title === '' ? request.name : request.title}</span>
      <span class="tree-actions">
        <RowButton label={`Run ${request.name}`} icon="play" act={() => runRequest(request)} />
        <RowButton label={`Copy the name ${request.name}`} icon="copy" act={() => void copyName(request)} />
      </span>
    </div>
  );
}

/** Moves the cursor to the request and shows its result. */
export function showListedRequest({ file, line, name }: RequestEntry): void {
  const shown = route.peek();
  const isSameFile = shown.view === 'workspace' && shown.file === file;
  const result = lastResultsAt(file, line)[0]?.name ?? name;
  open(file);
  navigate(resultAddress({ file, line, request: result, tab: isSameFile ? shown.tab : '' }));
}

export function runRequest(request: RequestEntry): void {
  showListedRequest(request);
  void saveAndRun(request.file, request.name);
}

export async function copyName({ name }: RequestEntry): Promise<void> {
  try {
    await navigator.clipboard.writeText(name);
    notify('done', `Copied ${name}.`);
  } catch {
    notify('problem', 'The browser does not allow this page to write to the clipboard.');
  }
}

function isChosen({ file, name }: RequestEntry, results: readonly LastResult[]): boolean {
  const shown = route.value;
  if (shown.view !== 'workspace' || shown.file !== file || shown.request === '') return false;
  return shown.request === name || results.some((result) => result.name === shown.request);
}

/** A request with rows of data has several results. */
function worstVerdict(results: readonly LastResult[]): Verdict {
  if (results.length === 0) return 'none';
  if (results.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return results.some(({ verdict }) => verdict === 'passed') ? 'passed' : 'skipped';
}

function titleOf({ name, method, url, tags }: RequestEntry, results: readonly LastResult[]): string {
  const newest = results.reduce<LastResult | undefined>(
    (best, each) => (best === undefined || each.endedAt > best.endedAt ? each : best),
    undefined,
  );
  return [
    name,
    `${method} ${url}`,
    ...(tags.length > 0 ? [tags.map((tag) => `#${tag}`).join(' ')] : []),
    newest === undefined ? 'not run yet' : `${newest.verdict} ${ageText(newest.endedAt, Date.now())}`,
  ].join('\n');
}
