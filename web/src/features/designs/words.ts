import { useTranslation } from 'react-i18next';
import type { DesignSize, EditorTemplate, Facet, Orientation, TemplateScript } from '../../editor';
import { LANGUAGES } from '../../i18n/languages';

const SIZES = ['us-letter', 'a4', 'a8', 'badge'] as const;
const KINDS = ['certificate', 'badge'] as const;

interface Described {
  kind: string;
  size: string;
  orientation: string;
}

/** Labels for the properties of designs, and filter options. */
export function useDesignWords() {
  const { t } = useTranslation();
  const kind = (value: string) => (isOneOf(KINDS, value) ? t(`designs.kind.${value}`) : value);
  const size = (value: string) => (isOneOf(SIZES, value) ? t(`designs.size.${value}`) : value);
  const orientation = (value: string) =>
    value === 'portrait' || value === 'landscape' ? t(`designs.orientation.${value}`) : value;
  const language = (value: string) => LANGUAGES.find((other) => other.value === value)?.name ?? value;
  /** "A4, landscape" */
  const format = (design: Described) =>
    t('designs.sizeAndOrientation', {
      size: size(design.size),
      orientation: orientation(design.orientation),
    });
  return {
    kind,
    size,
    orientation,
    language,
    /** "Certificate · A4, landscape". Badges have one size only, which is omitted. */
    summary: (design: Described) =>
      design.kind === 'badge' ? kind(design.kind) : `${kind(design.kind)} · ${format(design)}`,
    format: (design: Described) => (design.size === 'badge' ? size(design.size) : format(design)),
    filters: [
      {
        name: 'kind',
        label: t('designs.filter.kind'),
        options: KINDS.map((value) => ({ value, label: kind(value) })),
      },
      {
        name: 'size',
        label: t('designs.filter.size'),
        options: SIZES.map((value) => ({ value, label: size(value) })),
      },
      {
        name: 'language',
        label: t('designs.filter.language'),
        options: LANGUAGES.filter((other) => !other.hidden).map(({ value, name }) => ({
          value,
          label: name,
        })),
      },
    ],
    describeFilter: (name: string, value: string) => {
      if (name === 'kind') return t('designs.chip.kind', { value: kind(value) });
      if (name === 'size') return t('designs.chip.size', { value: size(value) });
      return t('designs.chip.language', { value: language(value) });
    },
  };
}

/** Labels for the facets of templates. */
export function useTemplateWords() {
  const { t } = useTranslation();
  const value = (facet: Facet, of: string): string => {
    switch (facet) {
      case 'style':
        return t(`designs.style.${of as EditorTemplate['style']}`);
      case 'size':
        return t(`designs.size.${of as DesignSize}`);
      case 'orientation':
        return t(`editor.page.${of as Orientation}`);
      case 'script':
        return t(`editor.templates.scripts.${of as TemplateScript}`);
    }
  };
  return {
    value,
    /** "Style: classic", for an active filter. */
    describe: (facet: Facet, of: string) =>
      t('designs.chip.template', { name: t(`editor.templates.${facet}`), value: value(facet, of) }),
  };
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}
