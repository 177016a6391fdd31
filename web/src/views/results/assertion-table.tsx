import type { JSX } from 'preact';
import { toJson } from '../../../../src/evaluation/values/json.js';
import type { AssertionResult } from '../../../../src/server/api-types.js';
import { diffLines } from '../../../../src/primitives/text/line-difference.js';
import { VerdictMark } from '../../components/marks.js';
import { valueText } from './value-text.js';

interface AssertionTableProps {
  readonly assertions: readonly AssertionResult[];
  readonly skipReason: string;
}

export function AssertionTable({ assertions, skipReason }: AssertionTableProps): JSX.Element {
  if (assertions.length === 0) {
    return (
      <p class="hint padded">
        {skipReason === ''
          ? 'No assertions: any status from 200 to 299 passes. Add a block with lines like “expect status 200”.'
          : `Skipped: ${skipReason}`}
      </p>
    );
  }
  return (
    <div class="scroll">
      <table class="table assertions">
        <thead>
          <tr>
            <th class="narrow">
              <span class="sr-only">Verdict</span>
            </th>
            <th>Subject</th>
            <th>Operator</th>
            <th>Expected</th>
            <th>Actual</th>
          </tr>
        </thead>
        <tbody>
          {assertions.map((assertion, index) => (
            <AssertionRow key={index} assertion={assertion} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AssertionRow({ assertion }: { readonly assertion: AssertionResult }): JSX.Element {
  const { subject, operator, expected, actual, passed, message } = assertion;
  const hasDiff = !passed && isStructure(expected) && isStructure(actual);
  return (
    <>
      <tr class={passed ? '' : 'row-failed'}>
        <td>
          <VerdictMark verdict={passed ? 'passed' : 'failed'} />
        </td>
        <td class="mono">{subject}</td>
        <td>{operator}</td>
        <td class="mono wrap">{expected === null ? '' : cellText(expected, hasDiff)}</td>
        <td class="mono wrap">{cellText(actual, hasDiff)}</td>
      </tr>
      {!passed && (message !== '' || hasDiff) && (
        <tr class="row-failed row-more">
          <td />
          <td colSpan={4}>
            {message !== '' && !hasDiff && <p class="assertion-message">{message}</p>}
            {hasDiff && <ValueDiff expected={expected} actual={actual} />}
          </td>
        </tr>
      )}
    </>
  );
}

function ValueDiff({
  expected,
  actual,
}: {
  readonly expected: unknown;
  readonly actual: unknown;
}): JSX.Element {
  const lines = diffLines(toJson(expected, 2), toJson(actual, 2));
  if (lines === undefined) return <p class="hint">The values are too long to be compared here.</p>;
  const signs = { same: ' ', removed: '−', added: '+' };
  return (
    <pre class="diff" aria-label="Expected and actual compared">
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`diff-${kind}`}>
          {signs[kind]} {text}
        </div>
      ))}
    </pre>
  );
}

const MAX_CELL_LENGTH = 40;

/** Shortens a value that the difference below shows in full. */
function cellText(value: unknown, hasDiff: boolean): string {
  const text = valueText(value);
  if (!hasDiff || text.length <= MAX_CELL_LENGTH || typeof value !== 'object' || value === null) return text;
  return Array.isArray(value) ? `[ ${value.length} ]` : `{ ${Object.keys(value).length} }`;
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
