import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { toJson } from '../../../../src/evaluation/values/json.js';
import type { CodeEditor } from '../../editor/code-editor.js';
import type { PlaceholderValue } from '../../editor/hover-value.js';
import type { Outline } from '../../language/messages.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import {
  documents,
  edit,
  findingsOf,
  isUnsaved,
  load,
  save,
  type OpenDocument,
} from '../../state/documents.js';
import { activeEnvironment, activeVariables, looksSecret } from '../../state/environments.js';
import { fileRuns, run } from '../../state/executions.js';
import { notify } from '../../state/notices.js';
import { queuedAddition } from '../../state/traffic/queued-addition.js';
import { route } from '../../state/route.js';
import { ConflictBanner } from './conflict-banner.js';
import { Findings } from './findings.js';

export function EditorPane({ path }: { readonly path: string }): JSX.Element | null {
  const outline = useSignal<Outline | undefined>(undefined);
  const editor = useRef<CodeEditor>();
  const document = documents.value.find((each) => each.path === path);
  if (document === undefined) return null;
  return (
    <section class="pane editor-pane" aria-label={`Editor of ${path}`}>
      <EditorTools document={document} editor={() => editor.current} outline={outline.value} />
      {document.conflict !== 'none' && <ConflictBanner document={document} />}
      {document.state === 'failed' && (
        <Problem>
          {document.problem}{' '}
          <button type="button" class="link" onClick={() => void load(path)}>
            Try again
          </button>
        </Problem>
      )}
      {document.state === 'ready' && (
        <EditorHost
          document={document}
          mounted={(mounted) => (editor.current = mounted)}
          outlined={(found) => (outline.value = found)}
        />
      )}
      {outline.value !== undefined && (
        <Findings diagnostics={outline.value.diagnostics} goTo={(line) => editor.current?.goToLine(line)} />
      )}
    </section>
  );
}

/** Saves first, so that the edited text is run. */
async function saveAndRun(path: string, requestName?: string): Promise<void> {
  if (await save(path)) await run({ file: path, ...(requestName !== undefined && { requestName }) });
}

interface ToolsProps {
  readonly document: OpenDocument;
  readonly editor: () => CodeEditor | undefined;
  readonly outline: Outline | undefined;
}

function EditorTools({ document, editor, outline }: ToolsProps): JSX.Element {
  const { path } = document;
  const isRunning = fileRuns.value.get(path)?.state === 'running';
  return (
    <div class="toolbar">
      <span class="toolbar-title" title={path}>
        {path}
      </span>
      <span class="hint">{outline !== undefined && `${outline.requests.length} requests`}</span>
      <span class="spacer" />
      <button
        type="button"
        class="icon-button"
        title="Format (Shift+Alt+F)"
        aria-label="Format"
        disabled={outline === undefined}
        onClick={() => void editor()?.format()}
      >
        <Icon name="format" />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Save (Ctrl+S)"
        aria-label="Save"
        disabled={!isUnsaved(document)}
        onClick={() => void save(path)}
      >
        <Icon name="save" />
      </button>
      <button
        type="button"
        class="button"
        title="Run the request at the cursor (Ctrl+Enter)"
        disabled={isRunning || outline === undefined}
        onClick={() => void editor()?.runAtCursor()}
      >
        Run request
      </button>
      <button
        type="button"
        class="button primary"
        title="Run the file (Ctrl+Shift+Enter)"
        disabled={isRunning}
        onClick={() => void saveAndRun(path)}
      >
        <Icon name="play" /> Run file
      </button>
    </div>
  );
}

interface HostProps {
  readonly document: OpenDocument;
  readonly mounted: (editor: CodeEditor | undefined) => void;
  readonly outlined: (outline: Outline) => void;
}

function EditorHost({ document, mounted, outlined }: HostProps): JSX.Element {
  const { path, text, version } = document;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>();
  const [isMounted, setMounted] = useState(false);
  const line = route.value.view === 'workspace' ? route.value.line : 0;
  useEffect(() => {
    let isGone = false;
    void import('../../editor/code-editor.js').then(({ CodeEditor: Editor }) => {
      if (isGone || host.current === null) return;
      editor.current = new Editor(host.current, {
        path,
        text: documents.peek().find((each) => each.path === path)?.text ?? text,
        onChange: (changed) => edit(path, changed),
        onOutline: outlined,
        serverFindings: (written) => findingsOf(path, written),
        variables: () => activeVariables.peek(),
        lookUp: placeholderValue,
        save: () => void save(path),
        run: (requestName) => void saveAndRun(path, requestName),
        onProblem: (problem) => notify('problem', problem),
      });
      mounted(editor.current);
      editor.current.focus();
      setMounted(true);
    });
    return () => {
      isGone = true;
      mounted(undefined);
      editor.current?.destroy();
    };
    // There is one editor for each path; its text is updated below.
  }, [path]);
  useEffect(() => {
    editor.current?.replace(documents.peek().find((each) => each.path === path)?.text ?? '');
  }, [path, version]);
  useEffect(() => {
    if (isMounted && line > 0) editor.current?.goToLine(line);
  }, [isMounted, line]);
  const addition = queuedAddition.value;
  useEffect(() => {
    if (!isMounted || addition?.path !== path) return;
    queuedAddition.value = undefined;
    const added = addition.change(documents.peek().find((each) => each.path === path)?.text ?? '');
    editor.current?.replace(added.text);
    editor.current?.goToLine(added.line);
  }, [isMounted, addition, path]);
  return <div ref={host} class="editor-host" />;
}

function placeholderValue(name: string, outline: Outline): PlaceholderValue | undefined {
  const ofFile = outline.variables.find((variable) => variable.name === name);
  if (ofFile !== undefined) {
    const isHidden = ofFile.secret || looksSecret(name);
    return { value: isHidden ? '••••••' : ofFile.value, source: 'variable of this file' };
  }
  const variables = activeVariables.peek();
  if (Object.hasOwn(variables, name)) {
    const value = variables[name];
    const shown = typeof value === 'string' ? value : toJson(value);
    return {
      value: looksSecret(name) ? '••••••' : shown,
      source: `environment ${activeEnvironment.peek()}`,
    };
  }
  const owner = outline.requests.find((request) => name.startsWith(`${request.name}.`));
  return owner === undefined ? undefined : { value: name, source: `captured by ${owner.name}` };
}
