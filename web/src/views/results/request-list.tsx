import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Age } from '../../components/age.js';
import { durationText, MethodMark, StatusCode, VerdictMark, type Verdict } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import type { Span } from '../../components/charts/waterfall.js';
import type { LastResult } from '../../state/runs/last-results.js';
import type { RunStep } from '../../state/runs/live-run.js';
import { newestResult, timeSpans } from './result-rows.js';

interface RequestListProps {
  readonly file: string;
  readonly results: readonly LastResult[];
  /** The steps of the newest run, with their start times. */
  readonly live: { readonly id: string; readonly steps: readonly (RunStep | undefined)[] };
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

const ROW_HEIGHT = 30;

export function RequestList({ file, results, live, chosen, choose }: RequestListProps): JSX.Element {
  const { id, steps } = live;
  const spans = useMemo(() => timeSpans(results, { id, steps }), [results, id, steps]);
  const newest = useMemo(() => newestResult(results), [results]);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(Math.min(results.length - 1, Math.max(0, chosen + step)));
  };
  return (
    <VirtualList
      class="request-list"
      count={results.length}
      rowHeight={ROW_HEIGHT}
      shown={chosen}
      attributes={{
        role: 'listbox',
        'aria-label': 'Results of this file',
        'aria-activedescendant': `request-${chosen}`,
        onKeyDown: press,
      }}
      row={(index) => {
        const each = results[index];
        return (
          each !== undefined && (
            <Row
              key={index}
              index={index}
              result={each}
              file={file}
              newest={newest}
              span={spans[index]}
              isChosen={index === chosen}
              choose={choose}
            />
          )
        );
      }}
    />
  );
}

interface RowProps {
  readonly index: number;
  readonly result: LastResult;
  /** The file that is shown; a result of another file shows its own path. */
  readonly file: string;
  readonly newest: LastResult | undefined;
  readonly span: Span | undefined;
  readonly isChosen: boolean;
  readonly choose: (index: number) => void;
}

function Row({ index, result, file, newest, span, isChosen, choose }: RowProps): JSX.Element {
  const isSkipped = result.verdict === 'skipped' || result.verdict === 'cancelled';
  return (
    <div
      id={`request-${index}`}
      class="request-row"
      role="option"
      aria-selected={isChosen}
      onClick={() => choose(index)}
    >
      <VerdictMark verdict={result.verdict} />
      <MethodMark method={result.method} />
      <span class="ellipsis">
        {result.file !== file && <span class="hint">{result.file} › </span>}
        {result.name}
      </span>
      <span class="spacer" />
      {newest !== undefined && isEarlier(result, newest) && (
        <span class="hint nowrap earlier">
          {result.environment !== newest.environment && <>{result.environment}, </>}
          <Age at={result.endedAt} />
        </span>
      )}
      {isSkipped ? (
        <span class="hint ellipsis">{result.skipReason}</span>
      ) : (
        <>
          <StatusCode code={result.statusCode} />
          <span class="time-bar" aria-hidden="true">
            <span
              style={{ marginLeft: `${(span?.start ?? 0) * 100}%`, width: `${(span?.length ?? 0) * 100}%` }}
            />
          </span>
          <span class="duration">{durationText(result.duration)}</span>
        </>
      )}
    </div>
  );
}

/** Whether the result is of an earlier run than the newest one. */
function isEarlier(result: LastResult, newest: LastResult): boolean {
  return result.endedAt < newest.endedAt;
}

export function resultVerdict({
  passed,
  skipped,
}: {
  readonly passed: boolean;
  readonly skipped: boolean;
}): Verdict {
  if (skipped) return 'skipped';
  return passed ? 'passed' : 'failed';
}
