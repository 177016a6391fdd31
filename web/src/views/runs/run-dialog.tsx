import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ChoiceList } from '../../components/choice-list.js';
import { Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { CheckField } from '../../components/text-field.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { requestsByFile, wantRequests } from '../../state/navigation/requests.js';
import {
  choiceProblems,
  chosenRequests,
  runTargets,
  type ChoosableRequest,
} from '../../state/runs/run-choice.js';
import { hasLastFailed, loadFailed, runChoice, runChosen } from '../../state/runs/run-chosen.js';
import { RunFields } from './run-fields.js';
import { TagChoice } from './tag-choice.js';
import './runs.css';

interface RunDialogProps {
  /** Empty for the whole workspace. */
  readonly file: string;
  readonly close: () => void;
}

/** Chooses what is run and how; the choice is kept for the next time. */
export function RunDialog({ file, close }: RunDialogProps): JSX.Element {
  useEffect(() => {
    wantRequests();
    void loadFailed(file);
  }, [file]);
  const choice = runChoice(file);
  const requests = requestsOf(file);
  const problems = choiceProblems(choice.value);
  const chosen = chosenRequests(choice.value, requests, file, hasLastFailed);
  const canRun = chosen.length > 0 && Object.keys(problems).length === 0;
  const title = file === '' ? 'Run some of the workspace' : 'Run some of this file';
  return (
    <Dialog title={title} close={close}>
      <form
        class="run-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!canRun) return;
          close();
          void runChosen(runTargets(choice.value, requests, file, hasLastFailed), choice.value);
        }}
      >
        <h2>{title}</h2>
        {file !== '' && <p class="hint mono">{file}</p>}
        <Requests file={file} requests={requests} />
        <TagChoice choice={choice} requests={requests} />
        <RunFields choice={choice} problems={problems} />
        <div class="dialog-actions">
          <span class="run-count" role="status">
            {countText(chosen, requests.length)}
          </span>
          <span class="spacer" />
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={!canRun}>
            <Icon name="play" /> Run
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function countText(chosen: readonly ChoosableRequest[], total: number): string {
  if (chosen.length === 0) return 'Nothing is chosen.';
  const count =
    chosen.length === total ? formatCount(total, 'request') : `${chosen.length} of ${total} requests`;
  return `${count}, and those they depend on.`;
}

function requestsOf(file: string): readonly ChoosableRequest[] {
  const byFile = requestsByFile.value;
  return file === '' ? [...byFile.values()].flat() : (byFile.get(file) ?? []);
}

interface RequestsProps {
  readonly file: string;
  readonly requests: readonly ChoosableRequest[];
}

function Requests({ file, requests }: RequestsProps): JSX.Element {
  const choice = runChoice(file);
  const isOpen = useSignal(!choice.peek().isAll);
  const failed = requests.filter(hasLastFailed).length;
  const what = file === '' ? 'files' : 'requests';
  const change = (isAll: boolean): void => {
    isOpen.value = !isAll;
    choice.value = { ...choice.value, isAll };
  };
  return (
    <fieldset class="choice">
      <legend>{file === '' ? 'Files' : 'Requests'}</legend>
      <div class="choices">
        <label class="check">
          <input type="radio" name="run-choice" checked={choice.value.isAll} onChange={() => change(true)} />
          All
        </label>
        <label class="check">
          <input
            type="radio"
            name="run-choice"
            checked={!choice.value.isAll}
            onChange={() => change(false)}
          />
          Only some
        </label>
        <span class="spacer" />
        <CheckField
          label={`Only what failed last time (${failed})`}
          isChecked={choice.value.onlyFailed}
          set={(onlyFailed) => (choice.value = { ...choice.value, onlyFailed })}
        />
      </div>
      {isOpen.value && (
        <ChoiceList
          files={file === '' ? filesOf(requests) : namesOf(requests)}
          what={what}
          chosen={choice.value.chosen}
          choose={(chosen) => (choice.value = { ...choice.value, chosen })}
        />
      )}
    </fieldset>
  );
}

function filesOf(requests: readonly ChoosableRequest[]): { path: string; requests: number }[] {
  const counts = new Map<string, number>();
  for (const { file } of requests) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].map(([path, count]) => ({ path, requests: count }));
}

function namesOf(requests: readonly ChoosableRequest[]): { path: string; detail: string }[] {
  const methods = new Map(requests.map(({ name, method }) => [name, method]));
  return [...methods].map(([path, detail]) => ({ path, detail }));
}
