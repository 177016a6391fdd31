import type { LookupFunction } from 'node:net';
import type { StopSignal } from '../../primitives/stop-signal.js';

/** What a connection is made to. */
export interface Place {
  readonly host: string;
  readonly port: number;
  /** Whether TLS is spoken there, which decides on the port that is meant when none is written. */
  readonly secure: boolean;
}

/** Decides which places a process connects to when it sends what others ask it to. */
export interface HostGate {
  /**
   * Throws RequestFailure before anything is connected. When the addresses of the name decide, it resolves to a look-up
   * that gives these addresses alone.
   */
  check(place: Place, signal?: StopSignal): Promise<LookupFunction | undefined>;
  /** For a place that a proxy is asked for: its name is not resolved here. Throws RequestFailure. */
  checkName(place: Place): void;
}
