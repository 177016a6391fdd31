/** Names as the system resolves them: its files, its name servers, in its order. */
import { isIP, type LookupFunction } from 'node:net';
import { Stop, type StopSignal } from '../message/stop-signal.js';

/** Every address of a name, in the order of the system. */
export async function systemResolve(
  host: string,
  signal: StopSignal = new Stop(),
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const { lookUpHere, lookUpName } = await import('./name-lookup.js');
  const question = { host, family: 0, hints: 0, order: 'verbatim' as const };
  const answers = await (LOCAL.test(host) ? lookUpHere(question) : lookUpName(question, signal));
  return answers.map(({ address }) => address);
}

/** For a socket that connects to the host; undefined where Node's own function asks no name server. */
export function systemLookup(host: string, signal: StopSignal): LookupFunction | undefined {
  if (LOCAL.test(host)) return undefined;
  return (name, { family, hints = 0, all }, answer) => {
    const question = { host: name, family: familyNumber(family), hints };
    import('./name-lookup.js')
      .then(({ lookUpName }) => lookUpName(question, signal))
      .then(
        (found) => {
          const [first] = found;
          if (all || first === undefined) answer(null, found);
          else answer(null, first.address, first.family);
        },
        (error: Error) => answer(error, ''),
      );
  };
}

/** RFC 6761 6.3: every system knows it by itself. */
const LOCAL = /^localhost\.?$/i;

function familyNumber(family: number | 'IPv4' | 'IPv6' | undefined): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0);
}
