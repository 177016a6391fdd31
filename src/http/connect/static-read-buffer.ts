/**
 * Bytes of plain connections without a stream around them: all connections of a thread are read into one piece of
 * memory, and whoever hears of the bytes is done with them when it returns. A piece of its own for every answer, and
 * the way through a stream, would take a seventh of the time of a load test.
 */
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';

export interface StaticRead {
  readonly connect: (options: TcpNetConnectOpts) => Socket;
  /** Who hears of what comes; before anybody does, nobody has asked for anything. */
  onBytes: ((bytes: Uint8Array) => void) | undefined;
}

const SIZE = 64 * 1024;
let memory: Buffer | undefined;

export function staticReadBuffer(): StaticRead {
  const buffer = (memory ??= Buffer.allocUnsafeSlow(SIZE));
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
