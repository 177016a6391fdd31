import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import { CopyButton } from '../../components/copy-button.js';
import { Problem } from '../../components/marks.js';
import { TextLines } from '../../components/text-lines.js';
import { clearImport, type ImportResult } from '../../state/imports.js';
import { SaveBar } from '../workspace/save-bar.js';
import { ImportList } from './import-list.js';

interface ImportPreviewProps {
  readonly results: readonly ImportResult[];
  readonly isBusy: boolean;
}

export function ImportPreview({ results, isBusy }: ImportPreviewProps): JSX.Element {
  const chosen = useSignal(0);
  const shown = results[Math.min(chosen.value, results.length - 1)];
  const isSingle = results.length === 1;
  return (
    <>
      {isSingle && shown?.imported !== undefined && (
        <SaveBar
          key={shown.source}
          content={isBusy ? undefined : shown.imported.content}
          source={shown.source}
          saved={clearImport}
        />
      )}
      {!isSingle && (
        <ImportList
          results={results}
          isBusy={isBusy}
          chosen={chosen.value}
          choose={(index) => (chosen.value = index)}
        />
      )}
      {shown !== undefined && <OneResult result={shown} />}
    </>
  );
}

function OneResult({ result }: { readonly result: ImportResult }): JSX.Element {
  if (result.imported === undefined) return <Problem>{result.problem}</Problem>;
  const { content, requestCount, assertions, captures, warnings } = result.imported;
  return (
    <>
      <Losses warnings={warnings} />
      <div class="preview-head">
        <h2>
          {requestCount === 0
            ? result.source
            : [
                formatCount(requestCount, 'request'),
                formatCount(assertions, 'assertion'),
                formatCount(captures, 'capture'),
              ].join(', ')}
        </h2>
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
