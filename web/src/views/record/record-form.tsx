import type { JSX } from 'preact';
import { addressProblem } from '../../components/address-problem.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { portProblem } from '../../components/port-problem.js';
import { CheckField, TextField } from '../../components/text-field.js';
import {
  beginRecording,
  recordingBusy,
  recordingDraft,
  recordingProblem,
  type RecordingDraft,
} from '../../state/recording.js';

export function RecordForm(): JSX.Element {
  const draft = recordingDraft.value;
  const set = (changes: Partial<RecordingDraft>): void => {
    recordingDraft.value = { ...draft, ...changes };
  };
  const target = draft.targetUrl.trim();
  const canStart = target !== '' && addressProblem(target) === '' && portProblem(draft.port) === '';
  return (
    <div class="page">
      <header class="tool-intro">
        <h1>Record traffic</h1>
        <p class="hint">
          A proxy in front of one API: use your app through it, then save the traffic as a request file with
          assertions. Values that later requests take from earlier responses become captures.
        </p>
      </header>
      {recordingProblem.value !== '' && <Problem>{recordingProblem.value}</Problem>}
      <form
        class="settings"
        onSubmit={(event) => {
          event.preventDefault();
          if (canStart) void beginRecording();
        }}
      >
        <div class="settings-grid">
          <TextField
            label="Target"
            hint="Where requests are forwarded; its path is prepended to theirs."
            placeholder="http://127.0.0.1:8080"
            value={draft.targetUrl}
            problem={addressProblem(target)}
            set={(targetUrl) => set({ targetUrl })}
          />
          <TextField
            label="Port"
            hint="Where the proxy listens; 0 selects any free port."
            value={draft.port}
            problem={portProblem(draft.port)}
            set={(port) => set({ port })}
          />
        </div>
        <RecordOptions draft={draft} set={set} />
        <div class="form-actions">
          <button type="submit" class="button primary" disabled={!canStart || recordingBusy.value !== 'no'}>
            <Icon name="record" /> {recordingBusy.value === 'starting' ? 'Starting…' : 'Start recording'}
          </button>
        </div>
      </form>
    </div>
  );
}

interface RecordOptionsProps {
  readonly draft: RecordingDraft;
  readonly set: (changes: Partial<RecordingDraft>) => void;
}

function RecordOptions({ draft, set }: RecordOptionsProps): JSX.Element {
  return (
    <>
      <div class="settings-grid">
        <TextField
          label="Leave out"
          hint="Paths that are forwarded but not recorded, one per line: * matches within a segment, ** across segments, else a prefix."
          placeholder={'/health\n/assets/**'}
          rows={4}
          value={draft.exclude}
          problem=""
          set={(exclude) => set({ exclude })}
        />
        <TextField
          label="Secret headers"
          hint="Further headers whose values are replaced before anything is stored, one per line."
          placeholder="X-Session-Id"
          rows={4}
          value={draft.sanitize}
          problem={headerProblem(draft.sanitize)}
          set={(sanitize) => set({ sanitize })}
        />
      </div>
      <p class="hint">
        Always replaced by placeholders such as <code>{'{{AUTHORIZATION}}'}</code>: headers like Authorization
        and Cookie, fields like password, secret and token, and the secret variables of the environment.
      </p>
      <CheckField
        label="Record the same method and path only once"
        isChecked={draft.deduplicate}
        set={(deduplicate) => set({ deduplicate })}
      />
    </>
  );
}

function headerProblem(text: string): string {
  const names = text.split(/[\n,]/).map((name) => name.trim());
  const bad = names.find((name) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]*$/.test(name));
  return bad === undefined ? '' : `“${bad}” is not a header name.`;
}
