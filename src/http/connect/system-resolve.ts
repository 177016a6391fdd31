/** Resolves names as the system does: by its files, then its name servers, in its order. */
import { isIP, type LookupFunction } from 'node:net';
import { StopController, type StopSignal } from '../../primitives/stop-signal.js';

/** Every address of a name, in the order of the system. */
export async function systemResolve(
  host: string,
  signal: StopSignal = new StopController(),
): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const { lookUpHere, nameLookups } = await import('./name-lookup.js');
  const query = { host, family: 0, hints: 0, order: 'verbatim' as const };
  const addresses = await (isLocal(host) ? lookUpHere(query) : nameLookups.lookUp(query, signal));
  return addresses.map(({ address }) => address);
}

/** The lookup function of a socket; undefined for names that Node resolves without a name server. */
export function systemLookup(host: string, signal: StopSignal): LookupFunction | undefined {
  if (isLocal(host)) return undefined;
  return (name, { family, hints = 0, all }, settle) => {
    const query = { host: name, family: familyNumber(family), hints };
    import('./name-lookup.js')
      .then(({ nameLookups }) => nameLookups.lookUp(query, signal))
      .then(
        (found) => {
          const [first] = found;
          if (all || first === undefined) settle(null, found);
          else settle(null, first.address, first.family);
        },
        (error: Error) => settle(error, ''),
      );
  };
}

/** Every system resolves this name by itself (RFC 6761 section 6.3). */
function isLocal(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === 'localhost.';
}

function familyNumber(family: number | 'IPv4' | 'IPv6' | undefined): number {
  return family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0);
}
