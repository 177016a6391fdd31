import './editor-foot.css';
import { useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { CodeEditor } from '../../editor/code-editor.js';
import type { Outline } from '../../language/messages.js';
import { deferred } from '../../components/deferred.js';
import { Icon } from '../../components/icon.js';
import { Problem } from '../../components/marks.js';
import { keepPlace, leaveFile, moveCursor, placeIn } from '../../state/cursor.js';
import {
  comparedPath,
  documents,
  edit,
  findingsOf,
  isUnsaved,
  load,
  save,
  type OpenDocument,
} from '../../state/documents.js';
import { clientVariablesOf } from '../../state/editing/client-variables.js';
import { activeEnvironment, activeVariables } from '../../state/environments.js';
import { fileRuns } from '../../state/runs/executions.js';
import { loadPart, partProblem } from '../../state/connection/lazy-parts.js';
import { noteRequests } from '../../state/runs/last-results.js';
import { notify } from '../../state/notices.js';
import { noteOutline } from '../../state/navigation/requests.js';
import { saveAndRun } from '../../state/editing/saved-run.js';
import { route, visits } from '../../state/route.js';
import { ConflictNotice } from './conflict/conflict-notice.js';
import { RunChoiceButton } from '../runs/run-choice-button.js';
import { StrengthButton } from '../strength/strength-button.js';
import { Findings } from './findings.js';

const loadEditor = loadPart(() => import('../../editor/code-editor.js'));
const ComparisonDialog = deferred(
  loadPart(async () => (await import('./conflict/comparison-dialog.js')).ComparisonDialog),
  partProblem,
);

export function EditorPane({ path }: { readonly path: string }): JSX.Element | null {
  const outline = useSignal<Outline | undefined>(undefined);
  const editor = useRef<CodeEditor>();
  const isFindingsOpen = useSignal(false);
  useSignalEffect(() => {
    if (isFindingsOpen.value) editor.current?.keepCursorVisible();
  });
  const document = documents.value.find((each) => each.path === path);
  if (document === undefined) return null;
  return (
    <section class="pane editor-pane" aria-label={`Editor of ${path}`}>
      <EditorTools document={document} editor={() => editor.current} outline={outline.value} />
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
          outlined={(found) => {
            outline.value = found;
            noteOutline(path, found.requests);
            if (!found.diagnostics.some(({ severity }) => severity === 'error'))
              noteRequests(path, found.requests);
          }}
          toggleFindings={() => (isFindingsOpen.value = !isFindingsOpen.peek())}
        />
      )}
      <Findings
        diagnostics={outline.value?.diagnostics}
        isOpen={isFindingsOpen}
        goTo={(line) => editor.current?.goToLine(line)}
      >
        {document.conflict !== 'none' && <ConflictNotice document={document} />}
      </Findings>
      {comparedPath.value === path && (
        <div class="comparison-place">
          <ComparisonDialog path={path} />
        </div>
      )}
    </section>
  );
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
      <span class="hint">{outline !== undefined && formatCount(outline.requests.length, 'request')}</span>
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
      <RunChoiceButton file={path} isDisabled={isRunning} />
      <StrengthButton file={path} isDisabled={isRunning} />
    </div>
  );
}

interface HostProps {
  readonly document: OpenDocument;
  readonly mounted: (editor: CodeEditor | undefined) => void;
  readonly outlined: (outline: Outline) => void;
  readonly toggleFindings: () => void;
}

/** What an editor needs of the page, apart from what its pane decides. */
function editorOptions(
  path: string,
): Omit<ConstructorParameters<typeof CodeEditor>[1], 'text' | 'stored' | 'onOutline' | 'toggleFindings'> {
  return {
    path,
    onChange: (changed) => edit(path, changed),
    serverFindings: (written) => findingsOf(path, written),
    values: () => ({
      environment: activeEnvironment.peek(),
      variables: activeVariables.peek(),
      clientVariables: clientVariablesOf(path),
    }),
    save: () => void save(path),
    run: (requestName) => void saveAndRun(path, requestName),
    onProblem: (problem) => notify('problem', problem),
    place: placeIn(path),
    onPlace: (place, cursorLine) => {
      keepPlace(path, place);
      moveCursor(path, cursorLine);
    },
  };
}

function EditorHost({ document, mounted, outlined, toggleFindings }: HostProps): JSX.Element {
  const { path, version } = document;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>();
  const [isMounted, setMounted] = useState(false);
  const line = route.value.view === 'workspace' ? route.value.line : 0;
  const visit = visits.value;
  useEffect(() => {
    let isGone = false;
    void loadEditor().then(({ CodeEditor: Editor }) => {
      if (isGone || host.current === null) return;
      const { text, stored } = documents.peek().find((each) => each.path === path) ?? document;
      editor.current = new Editor(host.current, {
        ...editorOptions(path),
        text,
        stored,
        onOutline: outlined,
        toggleFindings,
      });
      mounted(editor.current);
      editor.current.focus();
      setMounted(true);
    });
    return () => {
      isGone = true;
      mounted(undefined);
      leaveFile(path);
      editor.current?.destroy();
    };
    // There is one editor for each path; its text is updated below.
  }, [path]);
  useEffect(() => {
    editor.current?.replace(documents.peek().find((each) => each.path === path)?.text ?? '');
  }, [path, version]);
  const variables = activeVariables.value;
  useEffect(() => {
    editor.current?.checkAgain();
  }, [variables]);
  useEffect(() => {
    if (isMounted && line > 0) editor.current?.goToLine(line);
  }, [isMounted, line, visit]);
  return (
    <div ref={host} class="editor-host">
      {!isMounted && <p class="waiting-text">{partProblem()}</p>}
    </div>
  );
}
