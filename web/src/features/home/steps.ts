export interface Counts {
  designs: number;
  groups: number;
  drafts: number;
  published: number;
}

export const STEP_NAMES = ['design', 'group', 'credentials', 'publish'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export interface Step {
  name: StepName;
  done: boolean;
  /** Whether it is the first step that is not done. */
  current: boolean;
}

/** Returns the main workflow as four steps. A step is done once its result exists. */
export function stepsOf(counts: Counts): Step[] {
  const done: Record<StepName, boolean> = {
    design: counts.designs > 0,
    group: counts.groups > 0,
    credentials: counts.drafts + counts.published > 0,
    publish: counts.published > 0,
  };
  const next = STEP_NAMES.find((name) => !done[name]);
  return STEP_NAMES.map((name) => ({ name, done: done[name], current: name === next }));
}
