import { ServiceError } from '../../errors.js';
import { TeamClient } from './team-client.js';
import { lacksRight, TEAM_SCHEMA_VERSION, teamFaultOf } from './team-fault.js';
import { grant, hasRole, migrate } from './team-schema.js';
import { serverName, type TeamSettings } from './team-settings.js';

export interface Grant {
  readonly role: string;
  readonly kind: 'read' | 'write';
}

/** Makes or updates the tables and gives roles their rights; returns the versions before and after. */
export async function migrateTeam(
  { server, schema }: Pick<TeamSettings, 'server' | 'schema'>,
  grants: readonly Grant[],
): Promise<{ readonly from: number; readonly to: number }> {
  const client = await TeamClient.open(server, 1);
  try {
    for (const { role } of grants) {
      if (!(await hasRole(client, role))) throw new ServiceError('input', `the database has no role ${role}`);
    }
    const from = await migrate(client, schema);
    for (const { role, kind } of grants) await grant(client, schema, role, kind);
    return { from, to: TEAM_SCHEMA_VERSION };
  } catch (error) {
    if (lacksRight(error)) {
      throw new ServiceError('forbidden', 'this database user may not give rights on the team history');
    }
    throw teamFaultOf(error, serverName(server)) ?? error;
  } finally {
    client.drop();
  }
}
