import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { watchVerification } from '../../state/contract.js';
import '../tools.css';
import { ContractForm } from './contract-form.js';
import { ContractResults } from './contract-results.js';

export function ContractView(): JSX.Element {
  useEffect(watchVerification, []);
  return (
    <div class="two-columns contract">
      <aside class="column-list" aria-label="What to verify">
        <h1>Contract</h1>
        <ContractForm />
      </aside>
      <section class="column-main" aria-label="Results of the verification">
        <ContractResults />
      </section>
    </div>
  );
}
