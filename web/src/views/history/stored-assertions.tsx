import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { OPERATORS } from '../../../../src/request-file/text/operators.js';
import type { StoredResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { VerdictMark } from '../../components/marks.js';
import { assertionVerdict } from '../results/assertion-text.js';

type StoredAssertion = StoredResult['assertions'][number];

/** The assertions of a stored result, each with its whole values. */
export function StoredAssertions({
  assertions,
}: {
  readonly assertions: readonly StoredAssertion[];
}): JSX.Element {
  return (
    <ul class="stored-assertions" aria-label="Assertions">
      {assertions.map((assertion) => (
        <li key={assertion.id} class={assertion.passed ? '' : 'stored-failed'}>
          <VerdictMark verdict={assertionVerdict(assertion)} />
          <div class="stored-text">
            <p class="mono">
              {assertion.subject}{' '}
              <span class="hint">{OPERATORS.get(assertion.operator)?.written ?? assertion.operator}</span>{' '}
              {assertion.expected !== '' && <Value label="expected" text={assertion.expected} />}
            </p>
            {assertion.skipped && <p class="hint">condition not met</p>}
            {!assertion.passed && (
              <p class="mono">
                <span class="hint">actual</span> <Value label="actual" text={assertion.actual} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const MAX_FOLDED_LENGTH = 240;

interface ValueProps {
  readonly label: string;
  readonly text: string;
}

/** A long value is folded; it can be shown and copied as a whole. */
function Value({ label, text }: ValueProps): JSX.Element {
  const isOpen = useSignal(false);
  if (text.length <= MAX_FOLDED_LENGTH) return <span class="stored-value">{text}</span>;
  return (
    <>
      <span class="stored-value">{isOpen.value ? text : `${text.slice(0, MAX_FOLDED_LENGTH)}…`}</span>{' '}
      <button type="button" class="link" onClick={() => (isOpen.value = !isOpen.value)}>
        {isOpen.value ? 'Show less' : 'Show all'}
      </button>
      <CopyButton text={() => text} label={`Copy the ${label} value`} />
    </>
  );
}
