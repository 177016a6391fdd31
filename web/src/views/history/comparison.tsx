import type { JSX } from 'preact';
import type { Category } from '../../../../src/diff/classify-change.js';
import type { StoredRun } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { durationText, timeText, VerdictMark, type Verdict } from '../../components/marks.js';
import { navigate, runAddress } from '../../state/route.js';
import { compareRuns, type ComparedRequest } from './compare-runs.js';

const CATEGORIES: readonly Category[] = ['regressed', 'improved', 'new', 'removed', 'unchanged'];

interface ComparisonProps {
  readonly before: StoredRun;
  readonly after: StoredRun;
}

export function Comparison({ before, after }: ComparisonProps): JSX.Element {
  const rows = compareRuns(before, after);
  return (
    <section class="pane" aria-label="Two runs compared">
      <div class="toolbar">
        <strong>
          Run {before.id} → {after.id}
        </strong>
        <span class="hint ellipsis">
          {timeText(before.startedAt)} → {timeText(after.startedAt)}
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          aria-label="Close the comparison"
          onClick={() => navigate(runAddress(after.id))}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="chips">
        {CATEGORIES.map((category) => (
          <span key={category} class={`chip chip-${category}`}>
            {rows.filter((row) => row.category === category).length} {category}
          </span>
        ))}
      </div>
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              <th>Request</th>
              <th>Before</th>
              <th>After</th>
              <th class="right">Change</th>
              <th>Category</th>
            </tr>
          </thead>
          <tbody>
            {CATEGORIES.flatMap((category) => rows.filter((row) => row.category === category)).map((row) => (
              <ComparedRow key={row.key} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ComparedRow({ row }: { readonly row: ComparedRequest }): JSX.Element {
  const { name, before, after, percent, category, isNoise } = row;
  const sign = percent > 0 ? '+' : '';
  return (
    <tr>
      <td>{name}</td>
      <td>
        <SideCell side={before} />
      </td>
      <td>
        <SideCell side={after} />
      </td>
      <td class="right">{percent === 0 ? '' : `${sign}${percent.toFixed(1)} %`}</td>
      <td>
        <span class={`chip chip-${category}`}>{category}</span>
        {isNoise && <span class="hint"> within noise</span>}
      </td>
    </tr>
  );
}

function SideCell({ side }: { readonly side: ComparedRequest['before'] }): JSX.Element {
  if (side === undefined) return <span class="hint">–</span>;
  const verdict: Verdict = side.status;
  return (
    <span class="side">
      <VerdictMark verdict={verdict} />
      <span class="duration">{durationText(side.duration)}</span>
    </span>
  );
}
