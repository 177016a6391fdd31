import { ServiceError } from '../../errors.js';
import { defineCommand } from '../command/command.js';
import { CONTRACT_FLAGS } from '../contract/contract-flags.js';
import { EXIT } from '../process/exit-code.js';
import { withInterruption } from '../command/interruption.js';
import { REQUEST_FILES } from '../command/request-paths.js';

export const contractVerify = defineCommand({
  arguments: [
    {
      name: 'dir-or-file',
      meaning: 'a file (.http, .rest, .spec) or a directory',
      required: true,
      complete: REQUEST_FILES,
    },
  ],
  flags: CONTRACT_FLAGS,
  examples: [
    'svc contract verify --provider http://127.0.0.1:9001 contracts/',
    'svc contract verify -p http://127.0.0.1:9001 --state-handler ./set-state.sh contracts/stock.http',
    'svc contract verify -p http://127.0.0.1:9001 -o junit --output-file out/contract.xml contracts/',
  ],
  exitCodes: [
    [EXIT.ok, 'every interaction passed or was skipped'],
    [EXIT.failed, 'an interaction failed'],
    [EXIT.requestFile, 'a request file is missing, has errors or holds a request that svc cannot run'],
    [EXIT.input, 'another file is missing or has errors, or the report cannot be written'],
    [EXIT.network, 'all failed interactions failed with a network error'],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  async run(invocation) {
    const { provider } = invocation.flags;
    if (provider === undefined) {
      throw new ServiceError('usage', '--provider is required: the address of the provider to verify');
    }
    return withInterruption(invocation.context, async (interruption) => {
      const { verifyContract } = await import('../contract/verify-contract.js');
      return verifyContract(invocation, provider, interruption);
    });
  },
});
