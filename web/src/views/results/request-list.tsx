import type { JSX } from 'preact';
import type { RequestResult, RunResult } from '../../../../src/server/api-types.js';
import { durationText, MethodMark, StatusCode, VerdictMark, type Verdict } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';

interface RequestListProps {
  readonly result: RunResult;
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

const ROW_HEIGHT = 30;

export function RequestList({ result, chosen, choose }: RequestListProps): JSX.Element {
  const { results, file } = result;
  const longest = Math.max(1, ...results.map(({ duration }) => duration));
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
        if (each === undefined) return null;
        return (
          <div
            key={index}
            id={`request-${index}`}
            class="request-row"
            role="option"
            aria-selected={index === chosen}
            onClick={() => choose(index)}
          >
            <VerdictMark verdict={resultVerdict(each)} />
            <MethodMark method={each.request.method} />
            <span class="ellipsis">
              {each.file !== file && each.file !== '' && <span class="hint">{each.file} › </span>}
              {each.name}
            </span>
            <span class="spacer" />
            {each.skipped ? (
              <span class="hint ellipsis">{each.skipReason}</span>
            ) : (
              <>
                <StatusCode code={each.response.statusCode} />
                <span class="time-bar" aria-hidden="true">
                  <span style={{ width: `${(each.duration / longest) * 100}%` }} />
                </span>
                <span class="duration">{durationText(each.duration)}</span>
              </>
            )}
          </div>
        );
      }}
    />
  );
}

export function resultVerdict({ passed, skipped }: Pick<RequestResult, 'passed' | 'skipped'>): Verdict {
  if (skipped) return 'skipped';
  return passed ? 'passed' : 'failed';
}
