import type { Invocation } from '../command/command.js';
import type { CONTRACT_FLAGS } from '../flags/contract-flags.js';

export type ContractInvocation = Invocation<typeof CONTRACT_FLAGS>;
