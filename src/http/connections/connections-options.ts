import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net';
import type { HttpResponseRules } from '../connect/http-connection.js';
import type { Send } from '../message/message.js';
import type { ProxyChoice } from '../connect/proxy.js';
import type { TlsSettings } from '../connect/tls-settings.js';

export interface ConnectionsOptions {
  /** Milliseconds for name resolution, TCP and TLS of each connection. */
  readonly connectTimeout: number;
  /** Per origin. */
  readonly maxSockets: number;
  readonly httpVersion: 'auto' | '1.1' | '2';
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  /** Of the decoded body. */
  readonly maxBodyBytes: number;
  /** Instead of the system's name resolution; not asked for IP addresses. */
  readonly lookup?: LookupFunction;
  /** Told the address at the other end before anything is sent; throws to refuse it. */
  readonly checkPeer?: (address: string) => void;
  /** Instead of a socket of the system. */
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
  readonly answers?: HttpResponseRules;
}

export interface Connections {
  readonly send: Send;
  /** Ends everything that is open; requests under way fail. */
  readonly close: () => void;
}
