import type { Invocation } from '../command.js';
import type { CONTRACT_FLAGS } from '../contract-flags.js';

export type ContractInvocation = Invocation<typeof CONTRACT_FLAGS>;
