/** Looks at every key of a Redis again and again: payloads have an expiry at any time. */
import { Redis } from 'ioredis';

export interface ExpiryWatch {
  readonly stop: () => Promise<SeenKeys>;
}

export interface SeenKeys {
  readonly looks: number;
  /** Keys that hold a payload and had no expiry when they were looked at. */
  readonly withoutExpiry: readonly string[];
  /** Keys at the end that are neither registrations nor empty queues. */
  readonly unexpected: readonly string[];
}

const INTERVAL_MS = 100;
/** Sets of ids, and what BullMQ keeps of the queues of workers. */
const WITHOUT_PAYLOAD = /^svc:\{svc\}:(?:workers|queues|kept|bull:.*)$/;
/** The registration of a worker and the name that it holds, the lists of both, and queues without a job. */
const LASTING =
  /^svc:\{svc\}:(?:workers|queues|worker:\w+|name:\w+|bull:\w+:(?:meta|id|events|marker|stalled-check))$/;

export async function watchExpiries(port: number): Promise<ExpiryWatch> {
  const client = new Redis(port, '127.0.0.1');
  const found = new Set<string>();
  let looks = 0;
  const look = async (): Promise<void> => {
    const keys = (await client.keys('*')).filter((key) => !WITHOUT_PAYLOAD.test(key));
    const left = await Promise.all(keys.map((key) => client.pttl(key)));
    for (const [index, key] of keys.entries()) if (left[index] === -1) found.add(key);
    looks += 1;
  };
  await look();
  const timer = setInterval(() => void look().catch(() => undefined), INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      const keys = await client.keys('*');
      client.disconnect();
      return { looks, withoutExpiry: [...found], unexpected: keys.filter((key) => !LASTING.test(key)) };
    },
  };
}
