/** What the palette offers: files, requests of the whole workspace, and commands. */
import type { RequestEntry } from '../../../../src/server/api-types.js';
import { togglePart } from '../../components/split/hidden-parts.js';
import type { IconName } from '../../components/icon.js';
import { cursor } from '../../state/cursor.js';
import { currentDocument, save, show } from '../../state/documents.js';
import { activate, environmentNames } from '../../state/environments.js';
import { runAll } from '../../state/runs/executions.js';
import { isHelpOpen, isMakingFile } from '../../state/navigation/page-parts.js';
import { lastAddressIn } from '../../state/navigation/last-places.js';
import { requestAtLine, requestsByFile } from '../../state/navigation/requests.js';
import { navigate, route } from '../../state/route.js';
import { saveAndRun } from '../../state/editing/saved-run.js';
import { nextTheme } from '../../state/theme.js';
import { files } from '../../state/workspace.js';
import { showListedRequest } from '../workspace/request-row.js';
import type { Rankable } from './rank.js';

export interface PaletteEntry extends Rankable {
  readonly icon: IconName;
  /** Of requests. */
  readonly method?: string;
  /** Where it is, or the keys that do the same. */
  readonly hint?: string;
  readonly act: () => void;
}

const WEIGHTS = { file: 0, command: 0.2, request: 0.4 } as const;

export function paletteEntries(): readonly PaletteEntry[] {
  return [...fileEntries(), ...commandEntries(), ...requestEntries()];
}

function fileEntries(): readonly PaletteEntry[] {
  return files.value.map(({ path }) => {
    const at = path.lastIndexOf('/');
    return {
      label: path.slice(at + 1),
      detail: path,
      hint: at === -1 ? '' : path.slice(0, at),
      weight: WEIGHTS.file,
      icon: 'file' as const,
      act: () => show(path),
    };
  });
}

function requestEntries(): readonly PaletteEntry[] {
  return [...requestsByFile.value.values()].flat().map(requestEntry);
}

function requestEntry(request: RequestEntry): PaletteEntry {
  const cached = entriesOfRequests.get(request);
  if (cached !== undefined) return cached;
  const { file, name, title, method, url, tags } = request;
  const made: PaletteEntry = {
    label: title === '' ? name : title,
    detail: [name, method, url, file, ...tags.map((tag) => `#${tag}`)].join(' '),
    hint: file,
    weight: WEIGHTS.request,
    icon: 'play',
    method,
    act: () => showListedRequest(request),
  };
  entriesOfRequests.set(request, made);
  return made;
}

/** A workspace may have ten thousand, and the palette is opened often. */
const entriesOfRequests = new WeakMap<RequestEntry, PaletteEntry>();

function commandEntries(): readonly PaletteEntry[] {
  const command = (label: string, icon: IconName, act: () => void, hint = ''): PaletteEntry => ({
    label,
    detail: 'command',
    hint,
    weight: WEIGHTS.command,
    icon,
    act,
  });
  return [
    ...commandsOfFile(command),
    command('Run all files', 'play', () => void runAll(files.peek().map(({ path }) => path))),
    command('New file', 'plus', makeFile),
    ...environmentNames.value.map((name) =>
      command(`Use environment ${name}`, 'environments', () => void activate(name)),
    ),
    command('Overview', 'files', () => navigate('/')),
    command('Stress test', 'stress', () => navigate(lastAddressIn('stress')), 'Alt+2'),
    command('Mock server', 'mock', () => navigate(lastAddressIn('mock')), 'Alt+3'),
    command('Record traffic', 'record', () => navigate(lastAddressIn('record')), 'Alt+4'),
    command('Verify a contract', 'contract', () => navigate(lastAddressIn('contract')), 'Alt+5'),
    command('Import from another tool', 'exchange', () => navigate('/import'), 'Alt+6'),
    command('Export as curl commands', 'exchange', () => navigate('/export')),
    command('History', 'history', () => navigate(lastAddressIn('history')), 'Alt+7'),
    command('Environments', 'environments', () => navigate(lastAddressIn('environments')), 'Alt+8'),
    command('Settings', 'settings', () => navigate('/settings'), 'Alt+9'),
    command('Show or hide the files', 'sidebar', () => togglePart('files'), 'Ctrl+B'),
    command('Show or hide the results', 'results', () => togglePart('results'), 'Ctrl+J'),
    command('Change colours', 'sun', nextTheme),
    command('Help: language reference and keys', 'help', () => (isHelpOpen.value = true), '?'),
  ];
}

type MakeCommand = (label: string, icon: IconName, act: () => void, hint?: string) => PaletteEntry;

/** Commands for the file that is shown. */
function commandsOfFile(command: MakeCommand): readonly PaletteEntry[] {
  const path = currentDocument.peek()?.path;
  if (path === undefined) return [];
  const { file, line } = cursor.peek();
  const request = requestAtLine(requestsByFile.peek().get(file), line);
  return [
    command('Run file', 'play', () => void saveAndRun(path), 'Ctrl+Shift+Enter'),
    ...(request === undefined
      ? []
      : [
          command(
            `Run request ${request.name}`,
            'play',
            () => void saveAndRun(path, request.name),
            'Ctrl+Enter',
          ),
        ]),
    command('Save file', 'save', () => void save(path), 'Ctrl+S'),
  ];
}

function makeFile(): void {
  if (route.peek().view !== 'workspace') navigate(lastAddressIn('workspace'));
  isMakingFile.value = true;
}
