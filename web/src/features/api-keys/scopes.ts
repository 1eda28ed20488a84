/** Resources with a read and a write scope each. */
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

/** Scope for embedding the design editor in another product. */
export const EMBED = 'designer:embed';

const reading = (...resources: readonly Resource[]) => resources.map((resource) => `${resource}:read`);
const writing = (...resources: readonly Resource[]) =>
  resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);

/** Sets of scopes for common uses. */
export const PRESETS = {
  read: reading(...RESOURCES),
  issue: [...writing('credentials', 'groups', 'evidence'), ...reading('designs', 'attributes')],
  design: [...writing('designs', 'attributes'), ...reading('groups'), EMBED],
  everything: [...writing(...RESOURCES), EMBED],
} as const satisfies Record<string, readonly string[]>;

export type Preset = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[];

/** The preset with exactly these scopes, in any order. */
export function presetOf(scopes: readonly string[]): Preset | undefined {
  const given = new Set(scopes);
  return PRESET_NAMES.find(
    (name) => PRESETS[name].length === given.size && PRESETS[name].every((scope) => given.has(scope)),
  );
}

/**
 * Adds or removes a scope. Writing requires reading, so adding a write scope also adds its read scope, and removing a read
 * scope also removes its write scope.
 */
export function withScope(scopes: readonly string[], scope: string, on: boolean): string[] {
  const [resource, verb] = scope.split(':');
  const along = [scope];
  if (on && verb === 'write') along.push(`${resource}:read`);
  if (!on && verb === 'read') along.push(`${resource}:write`);
  const rest = scopes.filter((one) => !along.includes(one));
  return on ? [...rest, ...along] : rest;
}
