import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BodyFacts, BodySource } from '../../body/messages.js';
import { CopyButton } from '../../components/copy-button.js';
import { Icon } from '../../components/icon.js';
import { Problem, sizeText } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { save } from '../../state/documents.js';
import { saveFile } from '../../state/save-file.js';
import type { RequestPlace } from './add-to-editor.js';
import { BodyModel, type Form } from './body-model.js';
import './body.css';
import { fileNameFor } from './file-name.js';
import { FilterBar } from './filter-bar.js';
import { FindBar, useFindKey } from './find-bar.js';
import { ImagePreview } from './image-preview.js';
import { Preview } from './preview.js';
import { TextRows } from './text-rows.js';
import { TreeRows } from './tree-rows.js';

export interface BodyViewProps {
  readonly body: string;
  /** The bytes of a body that is not text; empty otherwise. */
  readonly base64?: string;
  readonly contentType: string;
  /** Shown if there is neither. */
  readonly none: string;
  /** Where the exact bytes can be loaded from. */
  readonly whole?: Extract<BodySource, { kind: 'address' }> | undefined;
  /** Whether the text or the bytes above are all of the body, so that nothing has to be loaded to show it. */
  readonly isExact?: boolean;
  readonly contentDisposition?: string;
  readonly url?: string;
  /** The request whose editor gets assertions and captures. */
  readonly request?: RequestPlace | undefined;
}

/** Shows a body in the forms that its type allows, with search and filter over all of it. */
export function BodyView(props: BodyViewProps): JSX.Element {
  const { body, base64 = '', contentType, whole, isExact = true, none, request } = props;
  const host = useRef<HTMLDivElement>(null);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const model = useMemo(() => {
    const held: BodySource = base64 === '' ? { kind: 'text', text: body } : { kind: 'base64', base64 };
    return whole === undefined || isExact
      ? new BodyModel(held, contentType)
      : new BodyModel(whole, contentType, body === '' && base64 === '' ? undefined : held);
  }, [body, base64, contentType, whole?.address, isExact]);
  useEffect(() => {
    const bytesPerRow = (): number => ((host.current?.clientWidth ?? 0) < HEX_WIDTH ? 8 : 16);
    void model.open((facts) => firstForm(facts, type), bytesPerRow);
    return () => model.close();
  }, [model]);
  useFindKey(model.find);
  if (body === '' && base64 === '' && whole === undefined) return <p class="hint padded">{none}</p>;
  const facts = model.facts.value;
  if (facts?.size === 0) return <p class="hint padded">{none}</p>;
  const focusBody = (): void => host.current?.querySelector<HTMLElement>('.virtual')?.focus();
  const press = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
    // After an assertion was added from here, the file is saved from here too.
    if (request === undefined || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save(request.file);
  };
  return (
    <div ref={host} class="response" onKeyDown={press}>
      {model.problem.value !== '' && <Problem>{model.problem.value}</Problem>}
      {facts === undefined && model.problem.value === '' && (
        <div class="waiting" role="status" aria-label="Reading the body" />
      )}
      {facts !== undefined && (
        <>
          <BodyTools model={model} facts={facts} type={type} props={props} />
          <FilterBar model={model} language={facts.language} />
          <FindBar model={model.find} returnFocus={focusBody} />
          {model.note.value !== '' && <p class="hint padded">{noteText(model.note.value)}</p>}
          <ShownForm model={model} props={props} type={type} />
        </>
      )}
    </div>
  );
}

/** Sixteen bytes do not fit into a narrower pane. */
const HEX_WIDTH = 640;

function noteText(reason: string): string {
  return `Only what the result holds is shown, at most 10 MiB of text: ${reason}.`.replace('..', '.');
}

interface PartProps {
  readonly model: BodyModel;
  readonly type: string;
  readonly props: BodyViewProps;
}

function BodyTools({ model, facts, type, props }: PartProps & { readonly facts: BodyFacts }): JSX.Element {
  const { find, form } = model;
  const saveAll = async (): Promise<void> => saveFile(fileNameFor(props), await wholeBytes(model, props));
  return (
    <div class="response-tools">
      <TabList
        label="Form of the body"
        tabs={tabsOf(facts, type)}
        shown={form.value}
        show={(key) => void model.choose(key)}
      />
      <span class="spacer" />
      <span class="hint body-type">
        {type} {sizeText(facts.size)}
      </span>
      {form.value !== 'preview' && (
        <button
          type="button"
          class="icon-button"
          aria-label="Find in the body"
          title="Find (Ctrl+F)"
          onClick={() => find.open()}
        >
          <Icon name="search" />
        </button>
      )}
      {facts.isText && <CopyButton text={() => model.wholeText()} label="Copy body" />}
      <button
        type="button"
        class="icon-button"
        aria-label="Save the body to a file"
        title="Save to a file"
        onClick={() => void saveAll()}
      >
        <Icon name="download" />
      </button>
    </div>
  );
}

function ShownForm({ model, props, type }: PartProps): JSX.Element {
  const { request } = props;
  switch (model.form.value) {
    case 'tree':
      return <TreeRows model={model} request={request} />;
    case 'preview':
      return isImage(type) ? (
        <ImagePreview bytes={() => wholeBytes(model, props)} contentType={type} />
      ) : (
        <Preview text={(maxLength) => model.client.call('text', { maxLength })} />
      );
    case 'pretty':
      return <TextRows key="pretty" model={model} label="Body, formatted" />;
    case 'hex':
      return <TextRows key="hex" model={model} label="Body as bytes" />;
    case 'raw':
      return <TextRows key="raw" model={model} label="Body as text" />;
  }
}

/** The exact bytes as they were received, where the server still has them. */
async function wholeBytes(model: BodyModel, { whole, contentType }: BodyViewProps): Promise<Blob> {
  if (whole !== undefined) {
    const response = await fetch(whole.address, { headers: whole.headers }).catch(() => undefined);
    if (response?.ok === true) return response.blob();
  }
  return new Blob([await model.client.call('bytes', null)], { type: contentType });
}

function tabsOf({ isText, language }: BodyFacts, type: string): { key: Form; label: string }[] {
  const canPreview = isImage(type) || type === 'text/html' || type === 'image/svg+xml';
  return [
    ...(language === 'json' ? [{ key: 'tree' as const, label: 'JSON' }] : []),
    ...(language === 'none' ? [] : [{ key: 'pretty' as const, label: 'Pretty' }]),
    ...(canPreview ? [{ key: 'preview' as const, label: 'Preview' }] : []),
    ...(isText ? [{ key: 'raw' as const, label: 'Raw' }] : []),
    { key: 'hex', label: 'Hex' },
  ];
}

function firstForm({ isText, language }: BodyFacts, type: string): Form {
  if (language === 'json') return 'tree';
  if (isImage(type) || type === 'text/html' || type === 'image/svg+xml') return 'preview';
  if (language !== 'none') return 'pretty';
  return isText ? 'raw' : 'hex';
}

/** An image that is no text. */
function isImage(type: string): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml';
}
