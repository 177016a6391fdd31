import { useSignal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { StrengthReport } from '../../../../src/server/api-types.js';
import { Dialog } from '../../components/dialog.js';
import { Problem } from '../../components/marks.js';
import { measureFile, type Measured } from '../../state/measure-file.js';
import { scoreText } from '../../state/strength.js';
import { acceptSuggestions } from './accept-suggestions.js';
import './strength.css';

interface StrengthDialogProps {
  readonly file: string;
  readonly close: () => void;
}

export function StrengthDialog({ file, close }: StrengthDialogProps): JSX.Element {
  const measured = useSignal<Measured | undefined>(undefined);
  const running = useRef<AbortController>();
  const measure = (run: boolean): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    measured.value = undefined;
    void measureFile(file, run, controller.signal).then((found) => {
      if (!controller.signal.aborted) measured.value = found;
    });
  };
  useEffect(() => {
    measure(false);
    return () => running.current?.abort();
  }, [file]);
  return (
    <Dialog title={`Strength of ${file}`} close={close}>
      <div class="strength-dialog">
        <h2>How much would these tests notice?</h2>
        <p class="hint">
          The responses of the last run that passed are changed in the ways real APIs break. Nothing is sent,
          unless you run first.
        </p>
        {measured.value === undefined && <p role="status">Measuring…</p>}
        {measured.value !== undefined && 'problem' in measured.value && (
          <Problem>{measured.value.problem}</Problem>
        )}
        {measured.value !== undefined && 'report' in measured.value && (
          <Report file={file} report={measured.value.report} close={close} />
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => measure(true)}>
            Run and measure
          </button>
          <button type="button" class="button" onClick={close}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  );
}

interface ReportProps {
  readonly file: string;
  readonly report: StrengthReport;
  readonly close: () => void;
}

function Report({ file, report, close }: ReportProps): JSX.Element {
  const { score, killed, total, equivalent, dangerous, suggestions } = report;
  const problems = report.files.flatMap(({ requests }) => requests.flatMap((request) => request.problems));
  if (score === null) {
    return (
      <>
        <p>There is no response to change yet. Run the file, or choose Run and measure.</p>
        <Problems problems={problems} />
      </>
    );
  }
  return (
    <>
      <p class="strength-score" role="status">
        <strong>{scoreText(score)}</strong> {killed} of {formatCount(total, 'change')} noticed
        {equivalent > 0 && <span class="hint"> · {equivalent} that no test has to notice left out</span>}
      </p>
      <RequestScores report={report} />
      {dangerous.length > 0 && <Dangerous dangerous={dangerous} />}
      <Problems problems={problems} />
      {suggestions.length > 0 && <Suggestions file={file} suggestions={suggestions} close={close} />}
    </>
  );
}

function RequestScores({ report }: { readonly report: StrengthReport }): JSX.Element {
  return (
    <ul class="strength-requests">
      {report.files.flatMap(({ requests }) =>
        requests.map(({ name, line, score, killed, total }) => (
          <li key={`${line} ${name}`}>
            <span class="strength-name">{name}</span>
            <span class="hint">{score === null ? 'not measured' : `${killed} of ${total}`}</span>
            <span class="strength-share">{score === null ? '—' : scoreText(score)}</span>
          </li>
        )),
      )}
    </ul>
  );
}

function Dangerous({ dangerous }: Pick<StrengthReport, 'dangerous'>): JSX.Element {
  return (
    <>
      <h3>What nothing would notice</h3>
      <ol class="strength-survivors">
        {dangerous.map(({ line, name, words, assertion }, index) => (
          <li key={index}>
            {words}{' '}
            <span class="hint">
              {name}, line {line}
            </span>
            {assertion !== '' && <code>{assertion}</code>}
          </li>
        ))}
      </ol>
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly string[] }): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <details>
      <summary>{formatCount(problems.length, 'note')}</summary>
      <ul class="strength-notes">
        {problems.map((problem, index) => (
          <li key={index}>{problem}</li>
        ))}
      </ul>
    </details>
  );
}

interface SuggestionsProps extends Pick<StrengthReport, 'suggestions'> {
  readonly file: string;
  readonly close: () => void;
}

/** All are chosen at first. */
function Suggestions({ file, suggestions, close }: SuggestionsProps): JSX.Element {
  const left = useSignal<ReadonlySet<number>>(new Set());
  const isAdding = useSignal(false);
  const chosen = suggestions.filter((_, index) => !left.value.has(index));
  const add = async (): Promise<void> => {
    isAdding.value = true;
    const isAdded = await acceptSuggestions(file, chosen);
    isAdding.value = false;
    if (isAdded) close();
  };
  return (
    <>
      <h3>Suggested assertions</h3>
      <ul class="strength-suggestions">
        {suggestions.map(({ name, assertion, catches }, index) => (
          <li key={index}>
            <label>
              <input type="checkbox" checked={!left.value.has(index)} onChange={() => toggle(left, index)} />
              <code>{assertion}</code>
              <span class="hint">
                {name}, notices {catches}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button primary"
        disabled={chosen.length === 0 || isAdding.value}
        onClick={() => void add()}
      >
        Add {formatCount(chosen.length, 'assertion')}
      </button>
    </>
  );
}

function toggle(left: Signal<ReadonlySet<number>>, index: number): void {
  const changed = new Set(left.value);
  if (!changed.delete(index)) changed.add(index);
  left.value = changed;
}
