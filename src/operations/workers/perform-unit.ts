import { AllowedHosts } from '../../http/connect/allowed-hosts.js';
import { createConnections } from '../../http/connections/connections.js';
import type { GraphData } from '../../primitives/json/graph-data.js';
import { MessageTooLarge } from '../../queue/sealing/message-codec.js';
import type { TakerOptions } from '../../queue/units/unit-taker.js';
import { openPortableUnit } from '../../runner/units/portable-unit.js';
import { reportUnit, type UnitReport } from '../../runner/units/unit-report.js';

interface UnitContext {
  /** Texts of `--allow-hosts`; undefined allows every host. */
  readonly allowHosts: readonly string[] | undefined;
  /** Environment variables of the process, of which only those of proxies count. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Runs units that came with everything they need: neither the disk nor the environment of this machine is read. */
export function unitPerformer({ allowHosts, environment }: UnitContext): TakerOptions['perform'] {
  const allowedHosts = allowHosts && new AllowedHosts(allowHosts);
  return async (unit, report, signal) => {
    const { run, order } = openPortableUnit(unit as GraphData, {
      signal,
      environment,
      connect: allowedHosts && ((given) => createConnections({ ...given, allowedHosts })),
    });
    try {
      await reportUnit(run, order, (body) => isReported(report, body));
    } finally {
      run.close();
    }
  };
}

function isReported(report: (body: unknown) => void, body: UnitReport): boolean {
  try {
    report(body);
    return true;
  } catch (error) {
    if (error instanceof MessageTooLarge) return false;
    throw error;
  }
}
