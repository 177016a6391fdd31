import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { parseJson } from '../../components/json-rows.js';
import { JsonTree } from '../../components/json-tree.js';
import { TabList } from '../../components/tab-list.js';
import { TextLines } from '../../components/text-lines.js';
import { Preview } from './preview.js';

type Form = 'pretty' | 'raw' | 'preview';

export function ResponseView({ response }: { readonly response: RequestResult['response'] }): JSX.Element {
  const { body, headers, statusCode, bodyTruncated } = response;
  const type = mediaType(headers);
  const json = useMemo(
    () => (type.includes('json') || /^\s*[[{]/.test(body) ? parseJson(body) : undefined),
    [body, type],
  );
  const canPreview = type === 'text/html' || type === 'image/svg+xml';
  const form = useSignal<Form>(json === undefined ? (canPreview ? 'preview' : 'raw') : 'pretty');
  if (statusCode === 0) return <p class="hint padded">There was no answer.</p>;
  if (body === '') return <p class="hint padded">The answer has no body.</p>;
  const tabs: { key: Form; label: string }[] = [
    ...(json === undefined ? [] : [{ key: 'pretty' as const, label: 'JSON' }]),
    ...(canPreview ? [{ key: 'preview' as const, label: 'Preview' }] : []),
    { key: 'raw', label: 'Raw' },
  ];
  return (
    <div class="response">
      <div class="response-tools">
        <TabList label="Form of the body" tabs={tabs} shown={form.value} show={(key) => (form.value = key)} />
        <span class="spacer" />
        <span class="hint">{type}</span>
        <CopyButton text={() => body} label="Copy body" />
      </div>
      {bodyTruncated && <p class="hint padded">Only the first 10 MiB are shown.</p>}
      {form.value === 'pretty' && json !== undefined && <JsonTree value={json.value} rootPath="body" />}
      {form.value === 'raw' && <TextLines text={body} label="Body as text" />}
      {form.value === 'preview' && <Preview body={body} />}
    </div>
  );
}

function mediaType(headers: Readonly<Record<string, string>>): string {
  return (headers['Content-Type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
