import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { blankDesign, type StoredDesign } from '../../editor';
import { LANGUAGES } from '../../i18n/languages';
import { useLanguage } from '../../i18n/useLanguage';
import { templatesQuery } from './api';
import { readStart } from './start';

interface OpenedStart {
  /** Undefined while loading. */
  design: StoredDesign | undefined;
  /** Whether the URL names a template that does not exist. */
  missing: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** The unsaved design that the URL describes: a template as in `?template=charter`, or a blank page. */
export function useDesignStart(enabled: boolean): OpenedStart {
  const { t } = useTranslation();
  const language = useLanguage();
  const [params] = useSearchParams();
  const slug = params.get('template');
  const { data, error, refetch } = useQuery({ ...templatesQuery(), enabled: enabled && slug !== null });
  const template = data?.find((one) => one.slug === slug);

  const design = useMemo((): StoredDesign | undefined => {
    if (slug !== null) return template && { name: template.name, document: template.document, version: 0 };
    const { kind, size, orientation, shape } = readStart(params);
    const isBadge = kind === 'badge';
    return {
      name: '',
      version: 0,
      document: blankDesign({
        kind,
        size: isBadge ? 'badge' : size,
        orientation: isBadge ? 'landscape' : orientation,
        language: LANGUAGES.some(({ value }) => value === language) ? language : 'en',
        shape: isBadge && shape !== '' ? { symbol: shape, name: t('designs.start.shape') } : undefined,
      }),
    };
  }, [slug, template, params, language, t]);

  return { design, missing: data !== undefined && slug !== null && !template, error, refetch };
}
