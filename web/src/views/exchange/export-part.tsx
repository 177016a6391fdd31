import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { CopyButton } from '../../components/copy-button.js';
import { EmptyState, Problem } from '../../components/marks.js';
import { currentDocument } from '../../state/documents.js';
import { environmentNames } from '../../state/environments.js';
import { exported, exportProblem, exportOptions, loadExport } from '../../state/exports.js';
import { loadParsedFiles, parsedFiles } from '../../state/parsed-files.js';
import { files, workspace } from '../../state/workspace.js';

export function ExportPart(): JSX.Element {
  const options = exportOptions.value;
  const tree = workspace.value;
  useEffect(() => {
    void loadExport(options);
    if (options.file !== '') void loadParsedFiles([options.file]);
  }, [options, tree]);
  useEffect(() => {
    const open = currentDocument.peek()?.path;
    if (open !== undefined && exportOptions.peek().file === '') choose(open);
  }, []);
  const names = (parsedFiles.value.get(options.file)?.requests ?? []).map(({ name, method, url }) =>
    name === '' ? `${method} ${url}` : name,
  );
  return (
    <div class="exchange-parts">
      <ExportForm names={names} />
      <section class="exchange-main" aria-label="Commands">
        {exportProblem.value !== '' && <Problem>{exportProblem.value}</Problem>}
        {exported.value === undefined ? (
          exportProblem.value === '' && (
            <EmptyState icon="exchange" title="Choose a file">
              <p>Its requests are shown as curl commands, ready for a terminal, a ticket or a colleague.</p>
            </EmptyState>
          )
        ) : (
          <Commands names={options.requestName === '' ? names : [options.requestName]} />
        )}
      </section>
    </div>
  );
}

function choose(file: string): void {
  exportOptions.value = { ...exportOptions.value, file, requestName: '' };
}

function ExportForm({ names }: { readonly names: readonly string[] }): JSX.Element {
  const options = exportOptions.value;
  return (
    <form class="exchange-form" aria-label="What to export" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span>File</span>
        <select value={options.file} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">choose one</option>
          {files.value.map(({ path }) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Request</span>
        <select
          value={options.requestName}
          disabled={options.file === ''}
          onChange={({ currentTarget }) =>
            (exportOptions.value = { ...options, requestName: currentTarget.value })
          }
        >
          <option value="">all requests</option>
          {[...new Set(names)].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Values of environment</span>
        <select
          value={options.environment}
          onChange={({ currentTarget }) =>
            (exportOptions.value = { ...options, environment: currentTarget.value })
          }
        >
          <option value="">none, only variables of the file</option>
          {environmentNames.value.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <small class="hint">
          With an environment, the commands contain its passwords and tokens. Check them before you share
          them.
        </small>
      </label>
    </form>
  );
}

function Commands({ names }: { readonly names: readonly string[] }): JSX.Element {
  const { commands, warnings } = exported.value ?? { commands: [], warnings: [] };
  if (commands.length === 0) return <EmptyState icon="exchange" title="There are no requests in this file" />;
  // The names come from another response, which may be older.
  const titles = names.length === commands.length ? names : [];
  return (
    <>
      <div class="preview-head">
        <h2>{commands.length === 1 ? '1 command' : `${commands.length} commands`}</h2>
        <span class="spacer" />
        <CopyButton text={() => commands.join('\n\n')} label="Copy all commands" />
      </div>
      {warnings.length > 0 && (
        <ul class="export-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <ol class="commands">
        {commands.map((command, index) => (
          <li key={index}>
            <div class="command-head">
              <strong class="ellipsis">{titles[index] ?? `Command ${index + 1}`}</strong>
              <CopyButton text={() => command} label={`Copy command ${index + 1}`} />
            </div>
            <pre>{command}</pre>
          </li>
        ))}
      </ol>
    </>
  );
}
