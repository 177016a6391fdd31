import type { JSX } from 'preact';
import { ChoiceList, type ChoosableFile } from './choice-list.js';

interface FileChoiceProps {
  readonly files: readonly ChoosableFile[];
  readonly isAll: boolean;
  readonly paths: readonly string[];
  readonly change: (choice: { readonly isAll: boolean; readonly paths: readonly string[] }) => void;
}

/** Selects all files, including future ones, or some files by path. */
export function FileChoice({ files, isAll, paths, change }: FileChoiceProps): JSX.Element {
  const chosen = new Set(paths);
  return (
    <fieldset class="choice">
      <legend>Files</legend>
      <div class="choices">
        <Choice label={`All ${files.length}`} isOn={isAll} choose={() => change({ isAll: true, paths })} />
        <Choice label="Only some" isOn={!isAll} choose={() => change({ isAll: false, paths })} />
        {!isAll && <span class="hint">{files.filter(({ path }) => chosen.has(path)).length} chosen</span>}
      </div>
      {!isAll && (
        <ChoiceList files={files} chosen={paths} choose={(some) => change({ isAll, paths: some })} />
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly choose: () => void;
}

function Choice({ label, isOn, choose }: ChoiceProps): JSX.Element {
  return (
    <label class="check">
      <input type="radio" name="file-choice" checked={isOn} onChange={choose} />
      {label}
    </label>
  );
}
