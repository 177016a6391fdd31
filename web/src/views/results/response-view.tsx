import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { parseJson } from '../../components/json-rows.js';
import { JsonTree } from '../../components/json-tree.js';
import { TabList } from '../../components/tab-list.js';
import { TextLines } from '../../components/text-lines.js';
import { ImagePreview } from './image-preview.js';
import { Preview } from './preview.js';

export function ResponseView({ response }: { readonly response: RequestResult['response'] }): JSX.Element {
  const { body, headers, statusCode, bodyTruncated, bodyBase64 = '' } = response;
  if (statusCode === 0) return <p class="hint padded">There was no response.</p>;
  return (
    <>
      {bodyTruncated && <p class="hint padded">Only the first 10 MiB are shown.</p>}
      <BodyView
        body={body}
        base64={bodyBase64}
        contentType={headers['Content-Type'] ?? ''}
        none="The response has no body."
      />
    </>
  );
}

type Form = 'pretty' | 'raw' | 'preview';

interface BodyViewProps {
  readonly body: string;
  /** The bytes of a body that is not text; empty otherwise. */
  readonly base64: string;
  readonly contentType: string;
  /** Shown if there is neither. */
  readonly none: string;
}

/** Shows a body in the forms that its type allows. */
export function BodyView({ body, base64, contentType, none }: BodyViewProps): JSX.Element {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const json = useMemo(
    () => (type.includes('json') || /^\s*[[{]/.test(body) ? parseJson(body) : undefined),
    [body, type],
  );
  const isImage = base64 !== '' && type.startsWith('image/');
  const canPreview = isImage || type === 'text/html' || type === 'image/svg+xml';
  const form = useSignal<Form>(json === undefined ? (canPreview ? 'preview' : 'raw') : 'pretty');
  if (body === '' && !isImage) {
    return <p class="hint padded">{base64 === '' ? none : 'The body is not text.'}</p>;
  }
  const tabs: { key: Form; label: string }[] = [
    ...(json === undefined ? [] : [{ key: 'pretty' as const, label: 'JSON' }]),
    ...(canPreview ? [{ key: 'preview' as const, label: 'Preview' }] : []),
    ...(body === '' ? [] : [{ key: 'raw' as const, label: 'Raw' }]),
  ];
  return (
    <div class="response">
      <div class="response-tools">
        <TabList label="Form of the body" tabs={tabs} shown={form.value} show={(key) => (form.value = key)} />
        <span class="spacer" />
        <span class="hint">{type}</span>
        {body !== '' && <CopyButton text={() => body} label="Copy body" />}
      </div>
      {form.value === 'pretty' && json !== undefined && <JsonTree value={json.value} rootPath="body" />}
      {form.value === 'raw' && <TextLines text={body} label="Body as text" />}
      {form.value === 'preview' &&
        (isImage ? <ImagePreview base64={base64} contentType={type} /> : <Preview body={body} />)}
    </div>
  );
}
