/** The title of the page, by which tabs and the history of the browser tell pages apart. */
import { effect } from '@preact/signals';
import { currentDocument, isUnsaved } from '../documents.js';
import { route, type Route } from '../route.js';
import { workspace } from '../workspace.js';

export const VIEW_NAMES: Readonly<Record<Route['view'], string>> = {
  workspace: 'Workspace',
  stress: 'Stress',
  mock: 'Mock',
  record: 'Record',
  contract: 'Contract',
  exchange: 'Import',
  history: 'History',
  environments: 'Environments',
  settings: 'Settings',
};

export function followTitle(): void {
  effect(() => {
    const shown = currentDocument.value;
    const folder = workspace.value?.root.split(/[\\/]/).at(-1) ?? '';
    document.title = titleOf(route.value, { isUnsaved: shown !== undefined && isUnsaved(shown), folder });
  });
}

interface TitleState {
  readonly isUnsaved: boolean;
  /** The name of the folder of the workspace; empty until it is loaded. */
  readonly folder: string;
}

/** The most particular part comes first, because tabs show only the beginning. */
export function titleOf(shown: Route, { isUnsaved: isMarked, folder }: TitleState): string {
  const parts = [...placeNames(shown), folder, 'svc'].filter((part) => part !== '');
  return `${isMarked ? '● ' : ''}${parts.join(' · ')}`;
}

function placeNames(shown: Route): readonly string[] {
  switch (shown.view) {
    case 'workspace':
      return shown.file === '' ? [] : [shown.file.split('/').at(-1) ?? shown.file];
    case 'exchange':
      return [shown.part === 'export' ? 'Export' : 'Import'];
    case 'history':
      return shown.run === 0 ? ['History'] : [`Run ${shown.run}`, 'History'];
    case 'environments':
      return shown.name === '' ? ['Environments'] : [shown.name, 'Environments'];
    default:
      return [VIEW_NAMES[shown.view]];
  }
}
