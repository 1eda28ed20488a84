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
  /** The first that is not done: the one thing to do next. */
  current: boolean;
}

/** The main job as four steps; each ticks itself once its result exists. */
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
