/** What a mock server responds with besides the chosen files: API descriptions, and another server. */
import type { JSX } from 'preact';
import { addressProblem } from '../../components/address-problem.js';
import { TextField } from '../../components/text-field.js';
import { describedPaths, mockProblem, type MockDraft } from '../../state/mock.js';

export type SourceField = 'descriptions' | 'proxy' | 'record';

interface SourceFieldsProps {
  readonly draft: MockDraft;
  readonly set: (changes: Partial<MockDraft>) => void;
}

export function SourceFields({ draft, set }: SourceFieldsProps): JSX.Element {
  const refused = refusedField(mockProblem.value, draft);
  const problemOf = (field: SourceField): string =>
    typedProblem(field, draft) || (refused === field ? mockProblem.value : '');
  return (
    <>
      <TextField
        name="descriptions"
        label="OpenAPI descriptions"
        hint="Files of the workspace, one on each line, such as api/openapi.yaml."
        rows={2}
        value={draft.descriptions}
        problem={problemOf('descriptions')}
        set={(descriptions) => set({ descriptions })}
      />
      <div class="settings-grid">
        <TextField
          name="proxy"
          label="Pass on to"
          hint="A server for requests that no route matches; empty for none."
          placeholder="http://127.0.0.1:8080"
          value={draft.proxy}
          problem={problemOf('proxy')}
          set={(proxy) => set({ proxy })}
        />
        <TextField
          name="record"
          label="Record to"
          hint="A request file for what comes back from there; an earlier recording is continued."
          placeholder="recorded.http"
          value={draft.record}
          problem={problemOf('record')}
          set={(record) => set({ record })}
        />
      </div>
    </>
  );
}

/** Whether the server could accept what is typed. */
export function areSourcesRight(draft: MockDraft): boolean {
  return typedProblem('proxy', draft) === '' && typedProblem('record', draft) === '';
}

function typedProblem(field: SourceField, { proxy, record }: MockDraft): string {
  if (field === 'proxy') return addressProblem(proxy.trim());
  if (field === 'record' && record.trim() !== '') {
    if (proxy.trim() === '') return 'Enter the server that is recorded, too.';
    return /[^/]\.(?:http|spec)$/i.test(record.trim()) ? '' : 'A request file, which ends in .http or .spec.';
  }
  return '';
}

/** The field that the message of the server is about; undefined for another one. */
export function refusedField(
  problem: string,
  { descriptions, proxy, record }: MockDraft,
): SourceField | undefined {
  if (problem === '') return undefined;
  if (proxy.trim() !== '' && problem.startsWith('proxy ')) return 'proxy';
  if (record.trim() !== '' && (problem.startsWith('record ') || names(problem, record.trim())))
    return 'record';
  return describedPaths(descriptions).some((path) => names(problem, path)) ? 'descriptions' : undefined;
}

/** Messages show a path as it was sent, at their start or after a colon and before what is wrong or to be done. */
function names(problem: string, path: string): boolean {
  return problem.startsWith(`${path} `) || problem.endsWith(`: ${path}`) || problem.includes(`: ${path}; `);
}
