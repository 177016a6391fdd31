import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { toJson } from '../../../../src/evaluation/values/json.js';
import { diffLines } from '../../../../src/primitives/text/line-difference.js';
import { OPERATORS } from '../../../../src/request-file/text/operators.js';
import type { AssertionResult, RequestResult } from '../../../../src/server/api-types.js';
import { VerdictMark } from '../../components/marks.js';
import { fileAddress } from '../../state/route.js';
import { assertionTexts, assertionVerdict, storedAssertionTexts } from './assertion-text.js';
import { showLine } from './show-line.js';
import './result-detail.css';

interface AssertionTableProps {
  readonly assertions: readonly AssertionResult[];
  readonly skipReason: string;
  /** Those that an error kept from being evaluated. */
  readonly unevaluated?: RequestResult['unevaluated'];
  /** The file of the lines; without it they are not shown. */
  readonly file?: string;
  /** Whether the values are texts of the history. */
  readonly isStored?: boolean;
}

export function AssertionTable(props: AssertionTableProps): JSX.Element {
  const { assertions, skipReason, unevaluated = [], file = '', isStored = false } = props;
  if (assertions.length === 0 && unevaluated.length === 0) {
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
            {file !== '' && <th class="narrow right">Line</th>}
          </tr>
        </thead>
        <tbody>
          {assertions.map((assertion, index) => (
            <AssertionRow key={index} assertion={assertion} file={file} isStored={isStored} />
          ))}
          {unevaluated.map((assertion, index) => (
            <UnevaluatedRow key={`unevaluated ${index}`} assertion={assertion} file={file} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly assertion: AssertionResult;
  readonly file: string;
  readonly isStored: boolean;
}

function AssertionRow({ assertion, file, isStored }: RowProps): JSX.Element {
  const { subject, expected, actual, passed, line } = assertion;
  const texts = isStored ? storedAssertionTexts(assertion) : assertionTexts(assertion);
  const { notes, differences } = texts;
  const hasDifferences = differences.length > 0;
  const hasMore = notes.length > 0 || hasDifferences;
  return (
    <>
      <tr class={passed ? '' : 'row-failed'}>
        <td>
          <VerdictMark verdict={assertionVerdict(assertion)} />
        </td>
        <td class="mono wrap">{subject}</td>
        <td class="mono nowrap">{texts.operator}</td>
        <td class="mono wrap">{hasDifferences ? sizeOf(expected, texts.expected) : texts.expected}</td>
        <td class="mono wrap">{hasDifferences ? sizeOf(actual, texts.actual) : texts.actual}</td>
        {file !== '' && <LineCell file={file} line={line} />}
      </tr>
      {hasMore && (
        <tr class={passed ? 'row-more' : 'row-failed row-more'}>
          <td />
          <td colSpan={file === '' ? 4 : 5}>
            {hasDifferences ? (
              <Differences lines={differences} expected={expected} actual={actual} />
            ) : (
              notes.map((note, index) => (
                <p key={index} class={passed ? 'hint' : 'assertion-message'}>
                  {note}
                </p>
              ))
            )}
          </td>
        </tr>
      )}
    </>
  );
}

interface UnevaluatedRowProps {
  readonly assertion: NonNullable<RequestResult['unevaluated']>[number];
  readonly file: string;
}

function UnevaluatedRow({ assertion, file }: UnevaluatedRowProps): JSX.Element {
  const { subject, operator, expected, line } = assertion;
  return (
    <tr>
      <td>
        <VerdictMark verdict="none" />
      </td>
      <td class="mono wrap">{subject}</td>
      <td class="mono nowrap">{OPERATORS.get(operator)?.written ?? operator}</td>
      <td class="mono wrap">{expected}</td>
      <td class="hint">not evaluated</td>
      {file !== '' && <LineCell file={file} line={line} />}
    </tr>
  );
}

function LineCell({ file, line }: { readonly file: string; readonly line: number }): JSX.Element {
  return (
    <td class="right">
      {line > 0 && (
        <a
          class="link"
          href={fileAddress(file, line)}
          title="Go to this line in the editor"
          aria-label={`Go to line ${line}`}
          onClick={(event) => {
            event.preventDefault();
            showLine(file, line);
          }}
        >
          {line}
        </a>
      )}
    </td>
  );
}

interface DifferencesProps {
  readonly lines: readonly string[];
  readonly expected: unknown;
  readonly actual: unknown;
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '~': 'changed' };

function Differences({ lines, expected, actual }: DifferencesProps): JSX.Element {
  const isWhole = useSignal(false);
  const isText = typeof actual === 'string';
  return (
    <>
      <p class="hint">
        {isText ? '− expected, + actual' : '− only expected, + only actual, ~ expected -> actual'}{' '}
        {!isText && (
          <button type="button" class="link" onClick={() => (isWhole.value = !isWhole.value)}>
            {isWhole.value ? 'Show only the differences' : 'Show the whole values'}
          </button>
        )}
      </p>
      {isWhole.value ? (
        <WholeValues expected={expected} actual={actual} />
      ) : (
        <pre class="diff" aria-label="Expected and actual compared">
          {lines.map((line, index) => (
            <div key={index} class={`diff-${KINDS[line.charAt(0)] ?? 'same'}`}>
              {line}
            </div>
          ))}
        </pre>
      )}
    </>
  );
}

function WholeValues({ expected, actual }: Omit<DifferencesProps, 'lines'>): JSX.Element {
  const lines = diffLines(toJson(expected, 2), toJson(actual, 2));
  if (lines === undefined) return <p class="hint">The values are too long to be compared here.</p>;
  const signs = { same: ' ', removed: '-', added: '+' };
  return (
    <pre class="diff" aria-label="Whole values compared">
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`diff-${kind}`}>
          {signs[kind]} {text}
        </div>
      ))}
    </pre>
  );
}

const MAX_CELL_LENGTH = 40;

/** Shortens a value that the differences below explain. */
function sizeOf(value: unknown, text: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  if (typeof value !== 'object' || value === null) return `${text.slice(0, MAX_CELL_LENGTH)}…`;
  return Array.isArray(value) ? `[ ${value.length} ]` : `{ ${Object.keys(value).length} }`;
}
