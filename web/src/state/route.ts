/** The current view, which is reflected in the address bar. */
import { computed, signal } from '@preact/signals';

export type Route =
  | WorkspaceRoute
  | { readonly view: 'mock' | 'record'; readonly exchange: number }
  | { readonly view: 'contract' }
  | { readonly view: 'environments'; readonly name: string }
  | { readonly view: 'stress' }
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

export function navigate(address: string): void {
  if (address !== path.value) window.history.pushState(null, '', address);
  path.value = address;
}

/** Replaces the current entry of the browser history. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, '', address);
  path.value = address;
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

export function runAddress(run: number, against = 0): string {
  return against === 0 ? `/history/${run}` : `/history/${run}?against=${against}`;
}

function readRoute(address: string): Route {
  const [pathname = '', query = ''] = address.split('?', 2);
  const [first = '', ...rest] = pathname.split('/').slice(1).map(decoded);
  switch (first) {
    case 'stress':
      return { view: 'stress' };
    case 'import':
    case 'export':
      return { view: 'exchange', part: first };
    case 'environments':
      return { view: 'environments', name: rest.join('/') };
    case 'history':
      return {
        view: 'history',
        run: wholeNumber(rest[0]),
        against: wholeNumber(new URLSearchParams(query).get('against') ?? ''),
      };
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
