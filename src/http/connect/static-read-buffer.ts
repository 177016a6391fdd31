/**
 * Reads plain connections without a stream: all connections of a thread share one buffer, so a listener must be done
 * with the bytes when it returns. `bench/measures/load.mjs` measures it: a buffer for every response and a stream would take
 * a seventh of the time of a load test.
 */
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';

export interface StaticRead {
  readonly connect: (options: TcpNetConnectOpts) => Socket;
  /** Receives the bytes. Bytes that arrive while there is no listener were not asked for and end the connection. */
  onBytes: ((bytes: Uint8Array) => void) | undefined;
}

const BUFFER_BYTES = 64 * 1024;
let memory: Buffer | undefined;

export function createStaticRead(): StaticRead {
  const buffer = (memory ??= Buffer.allocUnsafeSlow(BUFFER_BYTES));
  const reading: StaticRead = {
    onBytes: undefined,
    connect: (options) => {
      const callback = (size: number): boolean => {
        if (reading.onBytes) reading.onBytes(buffer.subarray(0, size));
        else socket.destroy();
        return true;
      };
      const socket = connect({ ...options, onread: { buffer, callback } });
      return socket;
    },
  };
  return reading;
}
