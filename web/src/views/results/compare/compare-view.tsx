import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { isSecretHeaderName } from '../../../../../src/redaction/secret-names.js';
import type { RequestResult } from '../../../../../src/server/api-types.js';
import { Age } from '../../../components/age.js';
import { Problem, StatusCode } from '../../../components/marks.js';
import { VirtualList } from '../../../components/virtual-list.js';
import { loadPreviousResult, type PreviousResult } from '../../../state/runs/previous-results.js';
import type { ShownResult } from '../result-text.js';
import { SecretText } from '../exchange/secret-text.js';
import { DOTS } from '../exchange/masked-text.js';
import { compareBodies, type BodyComparison, type DiffRow } from './compare-bodies.js';
import { compareHeaders, durationChange, type HeaderChange } from './compare-results.js';

interface Comparison {
  readonly previous: PreviousResult;
  readonly headers: readonly HeaderChange[];
  readonly body: BodyComparison;
}

/** Compares a result with the one before it. */
export function CompareView({ result }: { readonly result: ShownResult }): JSX.Element {
  const compared = useSignal<Comparison | 'loading' | 'none'>('loading');
  const problem = useSignal('');
  useEffect(() => {
    const controller = new AbortController();
    compared.value = 'loading';
    problem.value = '';
    compare(result, controller.signal).then(
      (found) => {
        if (!controller.signal.aborted) compared.value = found ?? 'none';
      },
      (error: unknown) => {
        if (!controller.signal.aborted)
          problem.value = error instanceof Error ? error.message : String(error);
      },
    );
    return () => controller.abort();
  }, [compared, problem, result]);
  if (problem.value !== '') return <Problem>{problem.value}</Problem>;
  if (compared.value === 'loading') return <p class="hint padded">Comparing…</p>;
  if (compared.value === 'none') {
    return (
      <p class="hint padded">
        There is no earlier result of this request. Run it again to see what has changed.
      </p>
    );
  }
  return <Compared result={result} comparison={compared.value} />;
}

async function compare(result: ShownResult, signal: AbortSignal): Promise<Comparison | undefined> {
  const { file, name, occurrence = 1 } = result;
  const previous = await loadPreviousResult({ file, name, occurrence }, signal);
  if (previous === undefined) return undefined;
  const { headers, body } = result.response;
  return {
    previous,
    headers: previous.headers === undefined ? [] : compareHeaders(previous.headers, headers),
    body: await compareBodies(
      previous.body,
      previous.headers === undefined ? body.slice(0, STORED_LENGTH) : body,
    ),
  };
}

/** The history keeps as much of a body. */
const STORED_LENGTH = 64 * 1024;

interface ComparedProps {
  readonly result: RequestResult;
  readonly comparison: Comparison;
}

function Compared({ result, comparison }: ComparedProps): JSX.Element {
  const { previous, headers, body } = comparison;
  const { statusCode, duration } = result.response;
  const isSame =
    previous.statusCode === statusCode &&
    headers.length === 0 &&
    body.kind === 'same' &&
    previous.error === result.error;
  return (
    <div class="compare">
      <div class="compare-head">
        <p>
          <strong>{isSame ? 'The same as' : 'Different from'}</strong> the previous result,{' '}
          <Age at={previous.endedAt} />
          {previous.environment !== '' && ` (${previous.environment})`}.
        </p>
        <p>
          Status: <StatusCode code={previous.statusCode} />
          {previous.statusCode !== statusCode && (
            <>
              {' → '}
              <StatusCode code={statusCode} />
            </>
          )}
          <span class="hint"> Duration: {durationChange(previous.duration, duration)}</span>
        </p>
        {previous.error !== result.error && (
          <p class="assertion-message">
            {previous.error === '' ? 'It had no error before.' : `Before: ${previous.error}`}
          </p>
        )}
        {previous.headers === undefined && (
          <p class="hint">
            The earlier one is from the history: without headers and secrets, the body up to 64 KiB.
          </p>
        )}
      </div>
      {headers.length > 0 && <HeaderChanges changes={headers} />}
      <BodyChanges body={body} />
    </div>
  );
}

function HeaderChanges({ changes }: { readonly changes: readonly HeaderChange[] }): JSX.Element {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" class="mono">
              {name}
            </th>
            {[before, after].map((value, index) => (
              <td key={index} class="mono wrap">
                {value === undefined ? (
                  <span class="hint">not there</span>
                ) : (
                  <SecretText
                    value={value}
                    masked={isSecretHeaderName(name) ? DOTS : undefined}
                    label={name}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const WORDS: Readonly<Record<Exclude<BodyComparison['kind'], 'different'>, string>> = {
  same: 'The body is the same.',
  'same JSON': 'The body is the same JSON, written differently.',
  'too long': 'The body differs, but is too long to be compared here.',
};

const ROW_HEIGHT = 20;

function BodyChanges({ body }: { readonly body: BodyComparison }): JSX.Element {
  if (body.kind !== 'different') return <p class="hint padded">{WORDS[body.kind]}</p>;
  const { rows } = body;
  return (
    <>
      <p class="hint padded">Body: − before, + now</p>
      <VirtualList
        class="compare-rows"
        count={rows.length}
        rowHeight={ROW_HEIGHT}
        attributes={{ 'aria-label': 'Bodies compared' }}
        row={(index) => {
          const row = rows[index];
          return row === undefined ? <div key={index} /> : <Row key={index} row={row} />;
        }}
      />
    </>
  );
}

const SIGNS = { same: ' ', removed: '−', added: '+' };

function Row({ row }: { readonly row: DiffRow }): JSX.Element {
  if (row.kind === 'gap') {
    return (
      <div class="compare-row compare-gap">
        {row.count === 1 ? '… 1 line the same' : `… ${row.count} lines the same`}
      </div>
    );
  }
  return (
    <div class={`compare-row diff-${row.kind}`}>
      <span class="line-number">{row.kind === 'removed' ? row.before : row.after}</span>
      <span>
        {SIGNS[row.kind]} {row.text.slice(0, MAX_SHOWN_LENGTH)}
      </span>
    </div>
  );
}

/** The browser lays out whole lines. */
const MAX_SHOWN_LENGTH = 4000;
