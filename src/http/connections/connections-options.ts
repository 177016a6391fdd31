import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net';
import type { HttpResponseRules } from '../connect/http-connection.js';
import type { Send } from '../message/message.js';
import type { ProxyChoice } from '../connect/proxy.js';
import type { TlsSettings } from '../connect/tls-settings.js';

export interface ConnectionsOptions {
  /** Milliseconds for name resolution, TCP and TLS of each connection. */
  readonly connectTimeout: number;
  /** The limit of connections to one origin. */
  readonly maxSockets: number;
  readonly httpVersion: 'auto' | '1.1' | '2';
  readonly proxy: ProxyChoice;
  readonly tls: TlsSettings;
  /** The limit of the decoded body. */
  readonly maxBodyBytes: number;
  /** Replaces the system's name resolution; not called for IP addresses. */
  readonly lookup?: LookupFunction;
  /** Called with the address of the other side before anything is sent; throws to refuse it. */
  readonly checkPeer?: (address: string) => void;
  /** Replaces the sockets of the system. */
  readonly connect?: (options: TcpNetConnectOpts) => Socket;
  readonly responseRules?: HttpResponseRules;
}

export interface Connections {
  readonly send: Send;
  /** Closes all connections; requests in progress fail. */
  readonly close: () => void;
}
