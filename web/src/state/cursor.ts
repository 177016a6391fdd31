/** Where the cursor is, and the place that each file was left at: the editor reports both, at most once per frame. */
import { signal } from '@preact/signals';

export interface CursorPlace {
  /** Empty while no file is shown. */
  readonly file: string;
  /** The line of the cursor, counted from 1; 0 while no file is shown. */
  readonly line: number;
}

export interface FilePlace {
  readonly anchor: number;
  readonly head: number;
  /** The offset of the first visible line, and how many pixels of it are scrolled away. */
  readonly top: number;
  readonly hiddenPixels: number;
}

const NOWHERE: CursorPlace = { file: '', line: 0 };
const PLACES_KEY = 'svc.places';
const MAX_PLACES = 100;

/** The line at which the user works; the request of that line is the last one that starts at or above it. */
export const cursor = signal<CursorPlace>(NOWHERE);

let places: Map<string, FilePlace> | undefined;

export function moveCursor(file: string, line: number): void {
  const { file: lastFile, line: lastLine } = cursor.peek();
  if (file !== lastFile || line !== lastLine) cursor.value = { file, line };
}

/** Called when the editor of a file is closed. */
export function leaveFile(file: string): void {
  if (cursor.peek().file === file) cursor.value = NOWHERE;
}

export function placeIn(file: string): FilePlace | undefined {
  return storedPlaces().get(file);
}

/** Kept for this tab, so that it survives a reload; the places used longest ago are dropped. */
export function keepPlace(file: string, place: FilePlace): void {
  const all = storedPlaces();
  all.delete(file);
  all.set(file, place);
  for (const oldest of all.keys()) {
    if (all.size <= MAX_PLACES) break;
    all.delete(oldest);
  }
  sessionStorage.setItem(PLACES_KEY, JSON.stringify([...all]));
}

function storedPlaces(): Map<string, FilePlace> {
  places ??= new Map(readPlaces());
  return places;
}

function readPlaces(): readonly (readonly [string, FilePlace])[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Another version of the page may have stored something else. */
function isEntry(entry: unknown): entry is readonly [string, FilePlace] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const place = (entry[1] ?? {}) as Partial<Record<keyof FilePlace, unknown>>;
  return [place.anchor, place.head, place.top, place.hiddenPixels].every(Number.isFinite);
}
