import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../components/icon.js';
import { sizeText } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { TextField } from '../../components/text-field.js';
import { clearResult, importDraft, KINDS, type ImportDraft, type ImportKind } from '../../state/imports.js';
import { importFile } from './import-file.js';

const WAYS = [
  { key: 'text', label: 'Paste or drop' },
  { key: 'place', label: 'From a path or address' },
] as const;

const KIND_NAMES: Readonly<Record<ImportKind, string>> = {
  curl: 'curl commands',
  openapi: 'OpenAPI or Swagger document',
  collection: 'Postman collection (v2.1)',
  clientexport: 'Insomnia export (v4 or v5)',
};

interface ImportSourceProps {
  readonly detected: ImportKind | undefined;
  /** Lets the server read the path or address. */
  readonly read: () => void;
}

export function ImportSource({ detected, read }: ImportSourceProps): JSX.Element {
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
          clearResult();
          set({ way });
        }}
      />
      {draft.way === 'text' ? <GivenText set={set} /> : <Place draft={draft} set={set} />}
      <KindFields detected={detected} set={set} />
    </form>
  );
}

interface KindFieldsProps {
  readonly detected: ImportKind | undefined;
  readonly set: (changes: Partial<ImportDraft>) => void;
}

function KindFields({ detected, set }: KindFieldsProps): JSX.Element {
  const draft = importDraft.value;
  const isApi = (draft.kind === '' ? detected : draft.kind) === 'openapi';
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
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_NAMES[kind]}
            </option>
          ))}
        </select>
      </label>
      {isApi && (
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
}

function GivenText({ set }: GivenTextProps): JSX.Element {
  const { text, file } = importDraft.value;
  const picker = useRef<HTMLInputElement>(null);
  if (file !== undefined) {
    return (
      <div class="dropped">
        <Icon name="file" />
        <span class="ellipsis">{file.name}</span>
        <span class="hint nowrap">{sizeText(file.text.length)}</span>
        <span class="spacer" />
        <button
          type="button"
          class="icon-button"
          title="Choose another"
          aria-label={`Remove ${file.name}`}
          onClick={() => set({ file: undefined, kind: '' })}
        >
          <Icon name="close" />
        </button>
      </div>
    );
  }
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
      <div class="import-file">
        <button type="button" class="button" onClick={() => picker.current?.click()}>
          <Icon name="file" /> Choose a file…
        </button>
        <span class="hint">or drop one here</span>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File to import"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen !== undefined) void importFile(chosen);
            currentTarget.value = '';
          }}
        />
      </div>
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
