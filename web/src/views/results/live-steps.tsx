import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { durationText, VerdictMark } from '../../components/marks.js';
import { VirtualList } from '../../components/virtual-list.js';
import type { FileRun } from '../../state/runs/executions.js';
import type { RunStep } from '../../state/runs/live-run.js';

const ROW_HEIGHT = 28;
/** A list that is scrolled this close to its end follows the run again. */
const END_DISTANCE_PX = 40;

/** The requests of a running execution; the newest one is in view until the user scrolls away. */
export function LiveSteps({ execution }: { readonly execution: FileRun }): JSX.Element {
  const isFollowing = useSignal(true);
  const { steps, newest } = execution.live;
  const follow = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    isFollowing.value = scrollTop + clientHeight >= scrollHeight - END_DISTANCE_PX;
  };
  return (
    <VirtualList
      class="steps"
      count={steps.length}
      rowHeight={ROW_HEIGHT}
      {...(isFollowing.value && { shown: newest })}
      attributes={{
        'aria-label': 'Requests that have started',
        onWheel: follow,
        onKeyUp: follow,
        onPointerUp: follow,
        onTouchEnd: follow,
      }}
      row={(index) => <Step key={index} step={steps[index]} />}
    />
  );
}

function Step({ step }: { readonly step: RunStep | undefined }): JSX.Element {
  if (step === undefined) return <div class="step" />;
  return (
    <div class="step">
      <VerdictMark verdict={step.state} />
      <span class="ellipsis">{step.name}</span>
      <span class="spacer" />
      {step.state !== 'running' && <span class="duration">{durationText(step.duration)}</span>}
    </div>
  );
}
