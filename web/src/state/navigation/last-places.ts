/** The place that each view and each file was left at, kept for this tab, so that going back continues there. */
import { effect } from '@preact/signals';
import { cursor } from '../cursor.js';
import { address, fileAddress, replaceAddress, resultAddress, route, visits, type Route } from '../route.js';

type View = Route['view'];

const KEY = 'svc.addresses';
const MAX_FILES = 100;

const FIRST_ADDRESSES: Readonly<Record<View, string>> = {
  workspace: '/',
  stress: '/stress',
  mock: '/mock',
  record: '/record',
  contract: '/contract',
  exchange: '/import',
  history: '/history',
  environments: '/environments',
  settings: '/settings',
};

/** Addresses by `view:` or `file:` and name; the newest are last. */
let places: Map<string, string> | undefined;

/** Where the view was left, or its first page. */
export function lastAddressIn(view: View): string {
  return storedPlaces().get(`view:${view}`) ?? FIRST_ADDRESSES[view];
}

/** The file with the result and the part of it that were shown last. */
export function lastAddressOf(file: string): string {
  return storedPlaces().get(`file:${file}`) ?? fileAddress(file);
}

/** Called for a file that is gone, so that nothing leads to it. */
export function forgetAddressOf(file: string): void {
  const shown = fileAddress(file);
  const all = storedPlaces();
  all.delete(`file:${file}`);
  if (all.get('view:workspace')?.split('?', 1)[0] === shown) all.delete('view:workspace');
  store(all);
}

export function followPlaces(): void {
  effect(() => keepAddress(route.value, address.value));
  leaveLineWithCursor();
}

function keepAddress(shown: Route, at: string): void {
  const all = storedPlaces();
  // A line is where a link leads; going back restores the cursor instead.
  const kept = shown.view === 'workspace' ? resultAddress({ ...shown, line: 0 }) : at;
  all.set(`view:${shown.view}`, kept);
  if (shown.view === 'workspace' && shown.file !== '') {
    all.delete(`file:${shown.file}`);
    all.set(`file:${shown.file}`, kept);
  }
  const files = [...all.keys()].filter((key) => key.startsWith('file:'));
  for (const key of files.slice(0, Math.max(0, files.length - MAX_FILES))) all.delete(key);
  store(all);
}

/** The address names a line until the cursor leaves it, because a reload would move the cursor back. */
function leaveLineWithCursor(): void {
  // The line of the first address is one that the cursor has not reached either.
  let reached = -1;
  effect(() => {
    const shown = route.value;
    const { file, line } = cursor.value;
    if (shown.view !== 'workspace' || shown.line === 0 || shown.file !== file) return;
    if (line === shown.line) reached = visits.value;
    else if (reached === visits.value) replaceAddress(resultAddress({ ...shown, line: 0 }));
  });
}

function storedPlaces(): Map<string, string> {
  places ??= new Map(readPlaces());
  return places;
}

function readPlaces(): readonly (readonly [string, string])[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is readonly [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}

function store(all: ReadonlyMap<string, string>): void {
  sessionStorage.setItem(KEY, JSON.stringify([...all]));
}
