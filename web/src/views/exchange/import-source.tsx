import type { JSX, RefObject } from 'preact';
import { Icon } from '../../components/icon.js';
import { sizeText } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { CheckField, TextField } from '../../components/text-field.js';
import { clearResults, importDraft, KINDS, type ImportDraft, type ImportKind } from '../../state/imports.js';
import { importFiles } from './import-file.js';
import { KIND_NAMES } from './import-kinds.js';

const WAYS = [
  { key: 'text', label: 'Paste or drop' },
  { key: 'place', label: 'From a path or address' },
] as const;

interface ImportSourceProps {
  readonly detected: ImportKind | undefined;
  /** Lets the server read the path or address. */
  readonly read: () => void;
  /** The hidden field that opens the dialog of the browser. */
  readonly picker: RefObject<HTMLInputElement>;
}

export function ImportSource({ detected, read, picker }: ImportSourceProps): JSX.Element {
  const draft = importDraft.value;
  const set = (changes: Partial<ImportDraft>): void => {
    importDraft.value = { ...importDraft.value, ...changes };
  };
  return (
    <form
      class="exchange-form"
      aria-label="Source"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.way === 'place' && draft.place.trim() !== '') read();
      }}
    >
      <TabList
        label="Where it comes from"
        tabs={WAYS}
        shown={draft.way}
        show={(way) => {
          clearResults();
          set({ way });
        }}
      />
      {draft.way === 'text' ? (
        <GivenText set={set} choose={() => picker.current?.click()} />
      ) : (
        <Place draft={draft} set={set} />
      )}
      <KindFields detected={detected} set={set} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="File to import"
        onChange={({ currentTarget }) => {
          void importFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </form>
  );
}

interface KindFieldsProps {
  readonly detected: ImportKind | undefined;
  readonly set: (changes: Partial<ImportDraft>) => void;
}

function KindFields({ detected, set }: KindFieldsProps): JSX.Element {
  const draft = importDraft.value;
  const kind = draft.kind === '' ? detected : draft.kind;
  return (
    <>
      <label class="field">
        <span>Kind</span>
        <select
          value={draft.kind}
          onChange={({ currentTarget }) => set({ kind: currentTarget.value as ImportDraft['kind'] })}
        >
          <option value="">
            {detected === undefined ? 'detected' : `${KIND_NAMES[detected]}, detected`}
          </option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      {kind === 'har' && (
        <CheckField
          label="Every entry, also pages, scripts and images"
          isChecked={draft.isEveryEntry}
          set={(isEveryEntry) => set({ isEveryEntry })}
        />
      )}
      {kind === 'openapi' && (
        <TextField
          label="Base address"
          placeholder="as in the document"
          hint="Where the API really is, for example http://127.0.0.1:8080."
          value={draft.baseUrl}
          problem=""
          set={(baseUrl) => set({ baseUrl })}
        />
      )}
    </>
  );
}

interface GivenTextProps {
  readonly set: (changes: Partial<ImportDraft>) => void;
  readonly choose: () => void;
}

function GivenText({ set, choose }: GivenTextProps): JSX.Element {
  const { text, files } = importDraft.value;
  const chooser = (
    <div class="import-file">
      <button type="button" class="button" onClick={choose}>
        <Icon name="file" /> {files.length === 0 ? 'Choose files…' : 'Choose others…'}
      </button>
      <span class="hint">or drop them here</span>
    </div>
  );
  if (files.length === 0) {
    return (
      <>
        <textarea
          class="mono import-text"
          aria-label="Text to import"
          spellcheck={false}
          autoFocus
          placeholder={'curl https://api.example.com/orders -H "Accept: application/json"'}
          value={text}
          onInput={({ currentTarget }) => set({ text: currentTarget.value })}
        />
        {chooser}
      </>
    );
  }
  return (
    <>
      {files.map((file, index) => (
        <div key={index} class="dropped">
          <Icon name="file" />
          <span class="ellipsis">{file.name}</span>
          <span class="hint nowrap">{sizeText(file.text.length)}</span>
          <span class="spacer" />
          <button
            type="button"
            class="icon-button"
            title="Remove"
            aria-label={`Remove ${file.name}`}
            onClick={() => set({ files: files.filter((each) => each !== file), kind: '' })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {chooser}
    </>
  );
}

interface PlaceProps {
  readonly draft: ImportDraft;
  readonly set: (changes: Partial<ImportDraft>) => void;
}

function Place({ draft, set }: PlaceProps): JSX.Element {
  return (
    <div class="import-place">
      <TextField
        label="Path in the workspace, or address of an OpenAPI document"
        placeholder="api/openapi.yaml or https://…"
        hint="The server reads it: a file of the workspace, or an address in the public network."
        value={draft.place}
        problem=""
        set={(place) => set({ place })}
      />
      <button type="submit" class="button primary" disabled={draft.place.trim() === ''}>
        Read
      </button>
    </div>
  );
}
