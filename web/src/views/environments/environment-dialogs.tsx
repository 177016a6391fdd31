import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { Environment } from '../../../../src/server/api-types.js';
import { ConfirmDialog, Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/text-field.js';
import { activeEnvironment, environments, remove, rename } from '../../state/environments.js';
import { environmentAddress, navigate, replaceAddress } from '../../state/route.js';
import { environmentNameProblem } from './name-problem.js';

interface EnvironmentDialogProps {
  readonly environment: Environment;
  readonly close: () => void;
}

export function RenameDialog({ environment, close }: EnvironmentDialogProps): JSX.Element {
  const { name } = environment;
  const typed = useSignal(name);
  const newName = typed.value.trim();
  const taken = environments.value.map((each) => each.name).filter((each) => each !== name);
  const problem = environmentNameProblem(newName, taken);
  const submit = async (): Promise<void> => {
    if (newName === '' || problem !== '') return;
    if (newName === name || (await rename(name, newName))) {
      close();
      replaceAddress(environmentAddress(newName));
    }
  };
  return (
    <Dialog title={`Rename ${name}`} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2>Rename {name}</h2>
        <TextField
          label="New name"
          hint={
            name === activeEnvironment.value
              ? 'It stays the active environment. Scripts that name it have to be changed.'
              : 'Scripts that name it have to be changed.'
          }
          value={typed.value}
          problem={problem}
          set={(value) => (typed.value = value)}
        />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={newName === '' || problem !== ''}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteDialog({ environment, close }: EnvironmentDialogProps): JSX.Element {
  const { name, variables } = environment;
  const count = Object.keys(variables).length;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={
        count === 0
          ? 'It has no variables. It is removed from service.yaml.'
          : `Its ${formatCount(count, 'variable')} ${count === 1 ? 'is' : 'are'} removed from service.yaml.`
      }
      action="Delete"
      confirm={() =>
        void remove(name).then((isRemoved) => {
          if (isRemoved) navigate('/environments');
        })
      }
      close={close}
    />
  );
}
