/** Entry of the thread that owns the connection of a server, so that queries never block its event loop. */
import { parentPort, workerData } from 'node:worker_threads';
import { answerQuestions } from './answer-questions.js';
import { Keeper, type KeeperSettings } from './keeper.js';
import type { WorkerAnswer } from './worker-messages.js';

const port = parentPort;
const say = (answer: WorkerAnswer): void => port?.postMessage(answer);
const keeper = new Keeper(workerData as KeeperSettings, (warning) => say({ warning }));

port?.on(
  'message',
  answerQuestions(keeper, say, () => port.close()),
);
