/** Keys that work in every view. */
import { togglePart } from '../components/split/hidden-parts.js';
import { lastAddressIn } from '../state/navigation/last-places.js';
import { isHelpOpen, isPaletteOpen } from '../state/navigation/page-parts.js';
import { navigate, route, type Route } from '../state/route.js';

/** Listens until the returned function is called. */
export function listenToKeys(views: readonly Route['view'][]): () => void {
  const listen = (event: KeyboardEvent): void => {
    if (pressed(event, views)) event.preventDefault();
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
}

/** True if the key was for the page. */
function pressed(event: KeyboardEvent, views: readonly Route['view'][]): boolean {
  const { key, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !altKey && !shiftKey) return pressedWithCommand(key.toLowerCase());
  const view = altKey && !isCommand && /^[1-9]$/.test(key) ? views[Number(key) - 1] : undefined;
  if (view !== undefined) navigate(lastAddressIn(view));
  else if (key === 'F1' || (key === '?' && !isCommand && !altKey && !isTyping(event))) {
    isHelpOpen.value = !isHelpOpen.value;
  } else if (key === 'F6' && !altKey && !isCommand) return moveToPart(shiftKey ? -1 : 1);
  else return false;
  return true;
}

/** What the key goes through, in the order of the page. */
const PARTS = [
  '.tree',
  '.editor-host',
  '.request-list',
  '.detail [role="tab"][aria-selected="true"]',
  '.response [tabindex="0"]',
];

/** Moves the focus to the next part that is shown; true if there is one. */
function moveToPart(step: 1 | -1): boolean {
  const shown = PARTS.flatMap((part) => {
    const found = document.querySelector<HTMLElement>(part);
    return found !== null && found.getClientRects().length > 0 ? [found] : [];
  });
  const current = shown.findIndex((part) => part.contains(document.activeElement));
  const from = current < 0 && step < 0 ? 0 : current;
  const next = shown[(from + step + shown.length) % shown.length];
  // The editor is in a shadow tree.
  const inner = next?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  (inner ?? next)?.focus();
  return next !== undefined;
}

function pressedWithCommand(key: string): boolean {
  const isWorkspace = route.peek().view === 'workspace';
  if (key === 'k') isPaletteOpen.value = !isPaletteOpen.value;
  else if (key === 'b' && isWorkspace) togglePart('files');
  else if (key === 'j' && isWorkspace) togglePart('results');
  else return false;
  return true;
}

/** The first element of the path is the one inside a shadow tree, such as the editor. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
