/** Loads code of the page when it is first needed, and again and again while the server is away. */
import { effect } from '@preact/signals';
import { readPage } from '../../api/page.js';
import { checkBuild, isOutdated } from './build-version.js';
import { isDisconnected } from './session.js';

const FIRST_WAIT_MS = 300;
const MAX_WAIT_MS = 10_000;

/**
 * Nothing is asked for while the server is away, because some browsers remember for good that a module could not be
 * loaded.
 */
export function loadPart<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      await untilReachable();
      try {
        return await load();
      } catch {
        await Promise.all([checkBuild(), untilReconnected(waitMs)]);
        await loadStylesAgain();
      }
    }
  };
}

/** What to tell while a part is missing; empty if it will come in a moment. */
export function partProblem(): string {
  if (isDisconnected.value) return 'The server does not respond. This part opens as soon as it does.';
  if (isOutdated.value) return 'This part belongs to another version of the page; reload to open it.';
  return '';
}

/** Events may be blocked on the way although pages are not, so the page itself is asked for too. */
async function untilReachable(): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; isDisconnected.peek(); waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    if ((await readPage()) !== undefined) return;
    await untilReconnected(waitMs);
  }
}

/** Ends early when the connection comes back meanwhile. */
function untilReconnected(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    let wasAway = false;
    const finish = (): void => {
      clearTimeout(timer);
      queueMicrotask(() => stop());
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    const stop = effect(() => {
      if (wasAway && !isDisconnected.value) finish();
      wasAway = isDisconnected.value;
    });
  });
}

/** The loader of modules asks for each style sheet once, even if that failed. */
async function loadStylesAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  );
  await Promise.all(
    failed.map((link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      const loaded = new Promise((resolve) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', resolve);
      });
      link.replaceWith(again);
      return loaded;
    }),
  );
}
