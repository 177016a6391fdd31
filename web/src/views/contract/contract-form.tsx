import type { JSX } from 'preact';
import { addressProblem } from '../../components/address-problem.js';
import { FileChoice } from '../../components/file-choice.js';
import { Icon } from '../../components/icon.js';
import { TextField } from '../../components/text-field.js';
import { choosableFiles, chosenPaths } from '../../state/chosen-files.js';
import {
  contractDraft,
  isVerifying,
  stopVerifying,
  verify,
  type ContractDraft,
} from '../../state/contract.js';

export function ContractForm(): JSX.Element {
  const draft = contractDraft.value;
  const set = (changes: Partial<ContractDraft>): void => {
    contractDraft.value = { ...draft, ...changes };
  };
  const provider = draft.providerUrl.trim();
  const handler = draft.stateHandler.trim();
  const isGood = provider !== '' && addressProblem(provider) === '' && addressProblem(handler) === '';
  const canStart = isGood && chosenPaths(draft).length > 0;
  return (
    <form
      class="column-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart && !isVerifying.value) void verify();
      }}
    >
      <TextField
        label="Provider"
        hint="Every request is sent there instead of to its own address."
        placeholder="http://127.0.0.1:8080"
        value={draft.providerUrl}
        problem={addressProblem(provider)}
        set={(providerUrl) => set({ providerUrl })}
      />
      <TextField
        label="State handler"
        hint="Receives the state of each interaction before it runs; empty for none."
        placeholder="http://127.0.0.1:8080/states"
        value={draft.stateHandler}
        problem={addressProblem(handler)}
        set={(stateHandler) => set({ stateHandler })}
      />
      <FileChoice files={choosableFiles.value} isAll={draft.isAll} paths={draft.paths} change={set} />
      {/* The keys keep the buttons apart, so that a click on one cannot end on the other. */}
      {isVerifying.value ? (
        <button key="stop" type="button" class="button" onClick={stopVerifying}>
          <Icon name="stop" /> Stop
        </button>
      ) : (
        <button key="verify" type="submit" class="button primary" disabled={!canStart}>
          <Icon name="play" /> Verify
        </button>
      )}
    </form>
  );
}
