import { startPostgres, type PostgresServer } from './postgres-server.js';
import { sharedServer } from './shared-server.js';

/** The one of the run, which is not stopped by its users; started where the run shares none. */
export async function sharedPostgres(): Promise<PostgresServer> {
  const place = (await sharedServer('postgres')) as
    | Pick<PostgresServer, 'user' | 'password' | 'url'>
    | undefined;
  if (place === undefined) return startPostgres();
  const refuse = (): Promise<never> => Promise.reject(new Error('this server is shared'));
  return { ...place, stop: () => Promise.resolve(), becomeStandby: refuse };
}
