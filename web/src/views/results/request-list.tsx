import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RequestResult, RunResult } from '../../../../src/server/api-types.js';
import { durationText, MethodMark, StatusCode, VerdictMark, type Verdict } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import { waterfall, type Span } from '../../components/charts/waterfall.js';
import type { FileRun } from '../../state/executions.js';

interface RequestListProps {
  readonly result: RunResult;
  readonly steps: FileRun['steps'];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

const ROW_HEIGHT = 30;

export function RequestList({ result, steps, chosen, choose }: RequestListProps): JSX.Element {
  const { results, file } = result;
  const spans = useMemo(
    () => waterfall(results.map(({ duration }, index) => ({ duration, startedAt: steps[index]?.startedAt }))),
    [results, steps],
  );
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
        'aria-label': 'Requests of this run',
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
  readonly result: RequestResult;
  /** The file of the run; a result of another file shows its own path. */
  readonly file: string;
  readonly span: Span | undefined;
  readonly isChosen: boolean;
  readonly choose: (index: number) => void;
}

function Row({ index, result, file, span, isChosen, choose }: RowProps): JSX.Element {
  return (
    <div
      id={`request-${index}`}
      class="request-row"
      role="option"
      aria-selected={isChosen}
      onClick={() => choose(index)}
    >
      <VerdictMark verdict={resultVerdict(result)} />
      <MethodMark method={result.request.method} />
      <span class="ellipsis">
        {result.file !== file && result.file !== '' && <span class="hint">{result.file} › </span>}
        {result.name}
      </span>
      <span class="spacer" />
      {result.skipped ? (
        <span class="hint ellipsis">{result.skipReason}</span>
      ) : (
        <>
          <StatusCode code={result.response.statusCode} />
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

export function resultVerdict({ passed, skipped }: Pick<RequestResult, 'passed' | 'skipped'>): Verdict {
  if (skipped) return 'skipped';
  return passed ? 'passed' : 'failed';
}
