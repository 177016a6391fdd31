/** How engine threads ask the main thread for secrets, so that each program is started once for all of them. */
import type { MessagePort } from 'node:worker_threads';
import { StepFailure } from '../../runner/outcome/step-failure.js';
import type { AskedSecret, AskSecret, SecretCommand } from '../../runner/plan/secret-command.js';

type Question =
  | { readonly id: number; readonly command: SecretCommand }
  | { readonly id: number; readonly cancel: true };

type Settled =
  | { readonly id: number; readonly asked: AskedSecret }
  /** The program was stopped. */
  | { readonly id: number; readonly stopped: string };

/** The end of the main thread; it does not keep the process alive. */
export function serveSecrets(port: MessagePort, ask: AskSecret): void {
  const open = new Map<number, AbortController>();
  const send = (settled: Settled): void => {
    open.delete(settled.id);
    port.postMessage(settled);
  };
  port.on('message', (question: Question) => {
    const { id } = question;
    if ('cancel' in question) return open.get(id)?.abort();
    const stop = new AbortController();
    open.set(id, stop);
    ask(question.command, stop.signal).then(
      (asked) => send({ id, asked }),
      (error: unknown) => send({ id, stopped: error instanceof Error ? error.message : String(error) }),
    );
  });
  // The thread has ended, and nobody waits for what it asked.
  port.on('close', () => {
    for (const stop of open.values()) stop.abort();
  });
  port.unref();
}

/** The end of a thread. */
export function askThrough(port: MessagePort): AskSecret {
  const waiting = new Map<number, (settled: Settled) => void>();
  let last = 0;
  port.on('message', (settled: Settled) => {
    waiting.get(settled.id)?.(settled);
    waiting.delete(settled.id);
  });
  return (command, signal) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const cancel = (): void => port.postMessage({ id, cancel: true } satisfies Question);
      signal.addEventListener('abort', cancel, { once: true });
      waiting.set(id, (settled) => {
        signal.removeEventListener('abort', cancel);
        if ('asked' in settled) resolve(settled.asked);
        else reject(new StepFailure('cancelled', settled.stopped));
      });
      port.postMessage({ id, command } satisfies Question);
      if (signal.aborted) cancel();
    });
}
