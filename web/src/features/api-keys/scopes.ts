/** What a key may be let read and write, each by itself. */
export const RESOURCES = [
  'credentials',
  'groups',
  'designs',
  'attributes',
  'evidence',
  'analytics',
  'team',
  'directories',
  'pathways',
  'webhooks',
] as const;

export type Resource = (typeof RESOURCES)[number];

/** Lets a key open the design maker in its own product's pages. */
export const EMBED = 'designer:embed';

const reading = (...resources: readonly Resource[]) => resources.map((resource) => `${resource}:read`);
const writing = (...resources: readonly Resource[]) =>
  resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);

/** What most keys are for. */
export const PRESETS = {
  read: reading(...RESOURCES),
  issue: [...writing('credentials', 'groups', 'evidence'), ...reading('designs', 'attributes')],
  design: [...writing('designs', 'attributes'), ...reading('groups'), EMBED],
  everything: [...writing(...RESOURCES), EMBED],
} as const satisfies Record<string, readonly string[]>;

export type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** The preset that these scopes are, in whatever order. */
export function presetOf(scopes: readonly string[]): Preset | undefined {
  const given = new Set(scopes);
  return PRESET_NAMES.find(
    (name) => PRESETS[name].length === given.size && PRESETS[name].every((scope) => given.has(scope)),
  );
}

/** Gives or takes a scope. Who writes also reads: without the one, the other is no use. */
export function withScope(scopes: readonly string[], scope: string, on: boolean): string[] {
  const [resource, verb] = scope.split(':');
  const along = [scope];
  if (on && verb === 'write') along.push(`${resource}:read`);
  if (!on && verb === 'read') along.push(`${resource}:write`);
  const rest = scopes.filter((one) => !along.includes(one));
  return on ? [...rest, ...along] : rest;
}
