import type { JSX } from 'preact';
import type { ImportedRequests } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { TextLines } from '../../components/text-lines.js';
import { clearImport } from '../../state/imports.js';
import { SaveBar } from '../workspace/save-bar.js';

interface ImportPreviewProps {
  readonly result: ImportedRequests;
  /** The name of the source, from which the name of the file is derived. */
  readonly source: string;
  readonly isBusy: boolean;
}

export function ImportPreview({ result, source, isBusy }: ImportPreviewProps): JSX.Element {
  const { content, requestCount, warnings } = result;
  return (
    <>
      <SaveBar key={source} content={isBusy ? undefined : content} source={source} saved={clearImport} />
      <Losses warnings={warnings} />
      <div class="preview-head">
        <h2>{requestCount === 1 ? '1 request' : `${requestCount} requests`}</h2>
        <span class="spacer" />
        <CopyButton text={() => content} label="Copy the text" />
      </div>
      <TextLines text={content} label="The new request file" />
    </>
  );
}

function Losses({ warnings }: { readonly warnings: readonly string[] }): JSX.Element {
  if (warnings.length === 0) return <p class="losses-none">Everything was converted.</p>;
  return (
    <details class="losses" open>
      <summary>
        {warnings.length === 1
          ? '1 thing needs your attention'
          : `${warnings.length} things need your attention`}
      </summary>
      <ul>
        {warnings.map((warning, index) => (
          <li key={index}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}
