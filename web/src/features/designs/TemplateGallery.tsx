import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choicesOf, type DesignKind, type Facet, findTemplates } from '../../editor';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { templatesQuery } from './api';
import { CardGrid, CardSkeletons } from './CardGrid';
import { TemplateCard } from './TemplateCard';
import { useTemplateWords } from './words';

/** Facets by URL parameter. Size and orientation have a prefix because the blank page uses the plain names. */
const FILTERS = {
  style: 'style',
  template_size: 'size',
  template_orientation: 'orientation',
  script: 'script',
} as const satisfies Record<string, Facet>;
type FilterName = keyof typeof FILTERS;
const NAMES = Object.keys(FILTERS) as FilterName[];

interface TemplateGalleryProps {
  kind: DesignKind;
  onChoose: () => void;
}

/** Templates of one kind with search and filters for style, paper and script. Choosing one opens it in the editor. */
export function TemplateGallery({ kind, onChoose }: TemplateGalleryProps) {
  const { t } = useTranslation();
  const words = useTemplateWords();
  const list = useListState({ filters: NAMES });
  const { data, error, refetch } = useQuery(templatesQuery());
  if (error && !data) return <ErrorPage part onRetry={() => void refetch()} detail={error.message} />;

  const all = data?.filter(({ document }) => document.kind === kind);
  const wanted = Object.fromEntries(NAMES.map((name) => [FILTERS[name], list.filters[name]]));
  const found = all && findTemplates(all, { text: list.query, ...wanted });
  return (
    <section aria-labelledby="templates">
      <Title order={2} size="h3" id="templates" mt="xl" mb="sm">
        {t('designs.start.templates')}
      </Title>
      <ListToolbar
        list={list}
        searchLabel={t('designs.templates.search')}
        describeFilter={(name, value) => words.describe(FILTERS[name as FilterName], value)}
        filters={NAMES.map((name) => {
          const options = choicesOf(all ?? [], FILTERS[name]).map((value) => ({
            value,
            label: words.value(FILTERS[name], value),
          }));
          return (
            options.length > 0 && (
              <FilterMenu
                key={name}
                list={list}
                name={name}
                label={t(`editor.templates.${FILTERS[name]}`)}
                options={options}
              />
            )
          );
        })}
      />
      {found?.length === 0 ? (
        <EmptyState
          title={t('designs.none.title')}
          action={
            <Button variant="default" onClick={list.clear}>
              {t('designs.none.action')}
            </Button>
          }
        />
      ) : (
        <CardGrid label={t('designs.start.templates')} busy={!found}>
          {found ? (
            found.map((template) => (
              <TemplateCard key={template.slug} template={template} onChoose={onChoose} />
            ))
          ) : (
            <CardSkeletons />
          )}
        </CardGrid>
      )}
    </section>
  );
}
