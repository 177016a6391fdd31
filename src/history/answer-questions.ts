import { HistoryUnavailable } from './history-unavailable.js';
import type { Keeper } from './keeper.js';
import type { StoredRun } from './stored-run.js';
import type { WorkerAnswer, WorkerQuestion } from './worker-messages.js';

type Asked = Pick<Keeper, 'perform' | 'close'>;

/** In the order of asking; runs that wait to be stored at the same moment are stored in one go. */
export function answerQuestions(
  keeper: Asked,
  say: (answer: WorkerAnswer) => void,
  onClosed: () => void,
): (question: WorkerQuestion) => void {
  let adding: { readonly id: number; readonly run: StoredRun }[] = [];

  const flush = (): void => {
    const waiting = adding;
    adding = [];
    if (waiting.length > 0) void store(waiting);
  };

  const store = async (waiting: typeof adding): Promise<void> => {
    try {
      const runs = waiting.map(({ run }) => run);
      const ids = await keeper.perform('addAll', runs);
      waiting.forEach(({ id }, index) => say({ id, result: ids[index] ?? 0 }));
    } catch (error) {
      // One of them may be to blame alone.
      if (waiting.length > 1 && !(error instanceof HistoryUnavailable)) {
        for (const each of waiting) await store([each]);
      } else {
        for (const { id } of waiting) say(refusal(id, error));
      }
    }
  };

  const answer = async ({ id, name, args }: WorkerQuestion): Promise<void> => {
    try {
      if (name === 'close') await keeper.close();
      const result = name === 'close' ? undefined : await keeper.perform(name, ...args);
      say({ id, result });
      if (name === 'close') onClosed();
    } catch (error) {
      say(refusal(id, error));
    }
  };

  return (question) => {
    if (question.name === 'add') {
      // All messages that are there already come before this.
      if (adding.length === 0) setImmediate(flush);
      adding.push({ id: question.id, run: question.args[0] as StoredRun });
      return;
    }
    flush();
    void answer(question);
  };
}

function refusal(id: number, error: unknown): WorkerAnswer {
  if (error instanceof HistoryUnavailable) return { id, unavailable: error.reason };
  return { id, fault: error instanceof Error ? error.message : String(error) };
}
