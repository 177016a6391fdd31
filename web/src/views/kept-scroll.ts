/** Scroll positions of the parts of a view, which are restored when the view is shown again. */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { address, route } from '../state/route.js';

interface KeptScroll {
  readonly address: string;
  readonly top: number;
}

const KEY = 'svc.scroll';
/** How long content may arrive after the view, before the user is assumed to have started reading. */
const RESTORE_WITHIN_MS = 3000;

/** By view and place in the document. */
const kept = new Map<string, KeptScroll>(readStored());

export function useKeptScroll(main: RefObject<HTMLElement>): void {
  const { view } = route.value;
  useLayoutEffect(() => {
    const { current } = main;
    if (current === null) return undefined;
    const keep = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || !target.isConnected) return;
      kept.set(`${route.peek().view} ${placeOf(target, current)}`, {
        address: address.peek(),
        top: target.scrollTop,
      });
    };
    const store = (): void => sessionStorage.setItem(KEY, JSON.stringify([...kept]));
    // Scroll events do not bubble, but they are captured on the way down.
    current.addEventListener('scroll', keep, { capture: true, passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      current.removeEventListener('scroll', keep, { capture: true });
      window.removeEventListener('pagehide', store);
    };
  }, [main]);
  useLayoutEffect(() => (main.current === null ? undefined : restore(main.current, view)), [main, view]);
}

/** Content may be loaded later, so this is repeated until everything is restored or the user acts. */
function restore(main: HTMLElement, view: string): () => void {
  const prefix = `${view} `;
  const wanted = new Map(
    [...kept].flatMap(([key, { address: at, top }]) =>
      key.startsWith(prefix) && at === address.peek() && top > 0 ? [[key.slice(prefix.length), top]] : [],
    ),
  );
  const apply = (): void => {
    for (const [place, top] of wanted) {
      const element = elementAt(place, main);
      if (element === undefined) continue;
      element.scrollTop = top;
      if (Math.abs(element.scrollTop - top) < 2) wanted.delete(place);
    }
    if (wanted.size === 0) stop();
  };
  const observer = new MutationObserver(apply);
  const timer = setTimeout(() => stop(), RESTORE_WITHIN_MS);
  const stop = (): void => {
    clearTimeout(timer);
    observer.disconnect();
    for (const type of ACTIONS) window.removeEventListener(type, stop, true);
  };
  for (const type of ACTIONS) window.addEventListener(type, stop, true);
  observer.observe(main, { childList: true, subtree: true });
  apply();
  return stop;
}

const ACTIONS = ['wheel', 'pointerdown', 'keydown'] as const;

/** The classes of the element and those around it, and its number among elements with the same ones. */
function placeOf(element: HTMLElement, main: HTMLElement): string {
  const chain = chainOf(element, main);
  const same = sameKind(element.className, main).filter((each) => chainOf(each, main) === chain);
  return `${element.className}|${chain}|${same.indexOf(element)}`;
}

function elementAt(place: string, main: HTMLElement): HTMLElement | undefined {
  const [classes = '', chain = '', number = '0'] = place.split('|');
  return sameKind(classes, main).filter((each) => chainOf(each, main) === chain)[Number(number)];
}

function sameKind(classes: string, main: HTMLElement): HTMLElement[] {
  return [...main.getElementsByClassName(classes)].filter((each) => each instanceof HTMLElement);
}

function chainOf(element: HTMLElement, main: HTMLElement): string {
  const classes: string[] = [];
  for (let each = element.parentElement; each !== null && each !== main; each = each.parentElement) {
    classes.push(each.classList[0] ?? each.tagName);
  }
  return classes.join('>');
}

function readStored(): readonly (readonly [string, KeptScroll])[] {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as (readonly [string, KeptScroll])[]) : [];
  } catch {
    return [];
  }
}
