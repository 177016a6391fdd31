/** The side of the tests: where a server is that all files of the run share. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the places of the servers; not there in runs of which each file has its own. */
    readonly sharedServers: string;
  }
}

/** Undefined when the run shares none. Throws what to install when it cannot be started. */
export async function sharedServer(kind: 'postgres' | 'redis' | 'browser'): Promise<unknown> {
  const url = inject('sharedServers') as string | undefined;
  if (url === undefined) return undefined;
  const response = await fetch(`${url}${kind}`);
  const place: unknown = await response.json();
  if (!response.ok) throw new Error((place as { readonly message: string }).message);
  return place;
}
