import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ConfirmDialog, Dialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { TextField } from '../../components/text-field.js';
import { deleteProfile, profiles, profilesProblem, saveProfile } from '../../state/stress/stress-profiles.js';
import { profileOf, withProfile, type problemsOf, type StressDraft } from './stress-draft.js';

interface ProfileBarProps {
  readonly draft: StressDraft;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly change: (draft: StressDraft) => void;
}

/** Stores the values of the form under a name in service.yaml. */
export function ProfileBar({ draft, problems, change }: ProfileBarProps): JSX.Element {
  const chosen = useSignal('');
  const isSaving = useSignal(false);
  const isAsking = useSignal(false);
  const isKnown = profiles.value.some(({ name }) => name === chosen.value);
  const canSave =
    draft.mode !== 'find' && Object.keys(problems).every((field) => field === 'files' || field === 'seed');
  const choose = (name: string): void => {
    chosen.value = name;
    const profile = profiles.value.find((each) => each.name === name);
    if (profile !== undefined) change(withProfile(draft, profile));
  };
  return (
    <>
      {profilesProblem.value !== '' && <Problem>{profilesProblem.value}</Problem>}
      <div class="profile-bar">
        <Choice value={isKnown ? chosen.value : ''} choose={choose} />
        <button type="button" class="button" disabled={!canSave} onClick={() => (isSaving.value = true)}>
          <Icon name="save" /> Save as…
        </button>
        <button
          type="button"
          class="icon-button"
          title="Delete this profile"
          aria-label="Delete this profile"
          disabled={!isKnown}
          onClick={() => (isAsking.value = true)}
        >
          <Icon name="trash" />
        </button>
      </div>
      {isSaving.value && (
        <SaveDialog
          initial={isKnown ? chosen.value : ''}
          close={() => (isSaving.value = false)}
          save={async (name) => {
            if (await saveProfile(profileOf(name, draft))) chosen.value = name;
          }}
        />
      )}
      {isAsking.value && (
        <ConfirmDialog
          title="Delete this profile?"
          text={`${chosen.value} is removed from service.yaml.`}
          action="Delete"
          confirm={() => void deleteProfile(chosen.value)}
          close={() => (isAsking.value = false)}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly choose: (name: string) => void;
}

function Choice({ value, choose }: ChoiceProps): JSX.Element {
  return (
    <label class="field">
      <span>Profile</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{profiles.value.length === 0 ? 'none saved yet' : 'choose one'}</option>
        {profiles.value.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SaveDialogProps {
  readonly initial: string;
  readonly close: () => void;
  readonly save: (name: string) => Promise<void>;
}

function SaveDialog({ initial, close, save }: SaveDialogProps): JSX.Element {
  const text = useSignal(initial);
  const name = text.value.trim();
  const isName = /^[\p{L}\p{N} _.-]{1,64}$/u.test(name);
  const isKnown = profiles.value.some((profile) => profile.name === name);
  const problem = name === '' || isName ? '' : '1 to 64 letters, digits, spaces, “_”, “-” or “.”.';
  return (
    <Dialog title="Save as a profile" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isName) return;
          close();
          void save(name);
        }}
      >
        <h2>Save as a profile</h2>
        <TextField
          label="Name"
          placeholder="evening peak"
          hint={
            isKnown
              ? 'A profile with this name exists; its values are replaced.'
              : 'Load, ramp-up and thresholds are stored in service.yaml; files are not.'
          }
          value={text.value}
          problem={problem}
          set={(value) => (text.value = value)}
        />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={!isName}>
            {isKnown ? 'Replace' : 'Save'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
