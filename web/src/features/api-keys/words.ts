import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { StateTone } from '../../ui/StateDot';
import type { ApiKey } from './api';
import { EMBED, presetOf, RESOURCES } from './scopes';

export const STATE_TONE: Record<ApiKey['state'], StateTone> = {
  active: 'good',
  rotating: 'waiting',
  expired: 'bad',
};

/** Short text for the scopes of a key: the name of a preset, or their number. */
export function useScopeSummary() {
  const { t } = useTranslation();
  const format = useFormat();
  return (scopes: readonly string[]): string => {
    const preset = presetOf(scopes);
    if (preset) return t(`apiKeys.preset.${preset}.name`);
    return t('apiKeys.scopes.count', { count: scopes.length, number: format.number(scopes.length) });
  };
}

/** The scopes of a key as text, one line per resource. */
export function useScopeLines() {
  const { t } = useTranslation();
  return (scopes: readonly string[]): string[] => {
    const lines = RESOURCES.flatMap((resource) => {
      const verbs = (['read', 'write'] as const).filter((verb) => scopes.includes(`${resource}:${verb}`));
      if (verbs.length === 0) return [];
      const kind = verbs.length === 2 ? 'both' : (verbs[0] ?? 'read');
      return [t(`apiKeys.scopes.line.${kind}`, { resource: t(`apiKeys.scopes.resource.${resource}`) })];
    });
    return scopes.includes(EMBED) ? [...lines, t('apiKeys.scopes.embed')] : lines;
  };
}

/** The masked form of a key: its prefix and last characters. */
export const shownKey = ({ prefix, masked }: { prefix: string; masked: string }): string =>
  `${prefix}…${masked.replace(/^•+/, '')}`;
