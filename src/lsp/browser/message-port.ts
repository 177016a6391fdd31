/** How the server and its client exchange messages. */

/** What a worker of a browser is to itself; a port of a thread of Node has the same members. */
export interface MessagePortLike {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: string, listener: (event: unknown) => void) => void;
  readonly close: () => void;
}

/** The port that the bundle found in a thread, else the worker itself. */
export function messagePort(): MessagePortLike {
  const { svcServerPort = globalThis } = globalThis as { svcServerPort?: unknown };
  return svcServerPort as MessagePortLike;
}
