/** The current view, which is reflected in the address bar. */
import { batch, computed, signal } from '@preact/signals';

export type Route =
  | WorkspaceRoute
  | { readonly view: 'mock' | 'record'; readonly exchange: number }
  | { readonly view: 'contract' }
  | { readonly view: 'environments'; readonly name: string }
  | { readonly view: 'stress'; readonly run: number; readonly against: number }
  | { readonly view: 'exchange'; readonly part: 'import' | 'export' }
  | { readonly view: 'history'; readonly run: number; readonly against: number }
  | { readonly view: 'settings' };

export interface WorkspaceRoute {
  readonly view: 'workspace';
  readonly file: string;
  /** 0 if the cursor is not moved. */
  readonly line: number;
  /** The request whose result is shown; empty for the one that the page chooses. */
  readonly request: string;
  /** The part of that result that is shown; empty for the one that the page chooses. */
  readonly tab: string;
}

const path = signal(window.location.pathname + window.location.search);

export const route = computed<Route>(() => readRoute(path.value));

/** The part of the address bar after the host. */
export const address = computed(() => path.value);

/** Counts the calls of `navigate`, so that choosing the same line again moves the cursor there again. */
export const visits = signal(0);

/** Going back steps through views and files, but not through the choices within a file. */
export function navigate(to: string): void {
  const isStep = to !== path.value && !isSameFile(route.peek(), readRoute(to));
  if (isStep) window.history.pushState(null, '', to);
  else window.history.replaceState(null, '', to);
  batch(() => {
    visits.value++;
    path.value = to;
  });
}

function isSameFile(shown: Route, wanted: Route): boolean {
  if (shown.view !== 'workspace' || wanted.view !== 'workspace') return false;
  return shown.file !== '' && shown.file === wanted.file;
}

/** Replaces the current entry of the browser history. */
export function replaceAddress(to: string): void {
  window.history.replaceState(null, '', to);
  path.value = to;
}

export function followAddressBar(): void {
  window.addEventListener('popstate', () => {
    path.value = window.location.pathname + window.location.search;
  });
}

export function fileAddress(file: string, line = 0): string {
  const place = file === '' ? '/' : `/files/${file.split('/').map(encodeURIComponent).join('/')}`;
  return line === 0 ? place : `${place}?line=${line}`;
}

/** Shows the result of a request of the current file; going back does not step through such choices. */
export function showRequest(request: string, tab = ''): void {
  const shown = route.peek();
  if (shown.view === 'workspace') replaceAddress(resultAddress({ ...shown, line: 0, request, tab }));
}

/** Shows a part of the result that is shown. */
export function showTab(tab: string): void {
  const shown = route.peek();
  if (shown.view === 'workspace') replaceAddress(resultAddress({ ...shown, line: 0, tab }));
}

export function resultAddress({ file, line, request, tab }: Omit<WorkspaceRoute, 'view'>): string {
  const query = new URLSearchParams();
  if (line > 0) query.set('line', String(line));
  if (request !== '') query.set('request', request);
  if (tab !== '') query.set('tab', tab);
  const place = fileAddress(file);
  return query.size === 0 ? place : `${place}?${query.toString()}`;
}

/** What the address calls the shown exchange of a view. */
const EXCHANGE_NAMES = { mock: 'request', record: 'entry' } as const;

/** 0 for none. */
export function exchangeAddress(view: 'mock' | 'record', exchange: number): string {
  return exchange === 0 ? `/${view}` : `/${view}?${EXCHANGE_NAMES[view]}=${exchange}`;
}

export function environmentAddress(name: string): string {
  return `/environments/${encodeURIComponent(name)}`;
}

/** The address of a stored load test, or of two that are compared; 0 stands for none. */
export function stressAddress(run: number, against = 0): string {
  if (run === 0) return '/stress';
  return against === 0 ? `/stress/${run}` : `/stress/${run}?against=${against}`;
}

export function runAddress(run: number, against = 0): string {
  return against === 0 ? `/history/${run}` : `/history/${run}?against=${against}`;
}

export function readRoute(text: string): Route {
  const [pathname = '', query = ''] = text.split('?', 2);
  const [first = '', ...rest] = pathname.split('/').slice(1).map(decoded);
  switch (first) {
    case 'stress':
      return { view: 'stress', ...shownAndAgainst(rest[0], query) };
    case 'import':
    case 'export':
      return { view: 'exchange', part: first };
    case 'environments':
      return { view: 'environments', name: rest.join('/') };
    case 'history':
      return { view: 'history', ...shownAndAgainst(rest[0], query) };
    case 'mock':
    case 'record':
      return {
        view: first,
        exchange: wholeNumber(new URLSearchParams(query).get(EXCHANGE_NAMES[first]) ?? ''),
      };
    case 'settings':
    case 'contract':
      return { view: first };
    default:
      return workspaceRoute(first === 'files' ? rest.join('/') : '', new URLSearchParams(query));
  }
}

function workspaceRoute(file: string, query: URLSearchParams): WorkspaceRoute {
  return {
    view: 'workspace',
    file,
    line: wholeNumber(query.get('line') ?? ''),
    request: query.get('request') ?? '',
    tab: query.get('tab') ?? '',
  };
}

function shownAndAgainst(
  segment: string | undefined,
  query: string,
): { readonly run: number; readonly against: number } {
  const against = new URLSearchParams(query).get('against') ?? '';
  return { run: wholeNumber(segment), against: wholeNumber(against) };
}

function wholeNumber(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
