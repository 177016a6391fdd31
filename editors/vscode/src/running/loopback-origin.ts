/** A name that resolves to another machine would hand it the token. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The origin of an address of this machine; others are refused. */
export function loopbackOrigin(written: string): string {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error(`svc.serverUrl is not an address: ${written}; write it like http://127.0.0.1:4000.`);
  }
  if (!LOOPBACK.test(url.hostname) || url.username !== '' || url.password !== '') {
    throw new Error(`svc.serverUrl has to be an address of this machine, such as http://127.0.0.1:4000.`);
  }
  return url.origin;
}
