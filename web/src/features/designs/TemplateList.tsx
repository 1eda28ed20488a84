import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { FilterMenu } from '../../ui/list/FilterMenu';
import { ListToolbar } from '../../ui/list/ListToolbar';
import { useListState } from '../../ui/list/useListState';
import { Picture } from '../../ui/Picture';
import { createFromTemplate, DESIGNS, type Template, templatesQuery } from './api';
import { CardGrid, CardSkeletons } from './CardGrid';
import { DesignNameDialog } from './DesignNameDialog';
import { matchingTemplates } from './matchingTemplates';
import { TemplateCard } from './TemplateCard';
import { useDesignWords } from './words';

const FILTERS = ['kind', 'size'] as const;

/** Templates of our own making; choosing one makes a design of the department's own. */
export function TemplateList({ mayManage }: { mayManage: boolean }) {
  const { t } = useTranslation();
  const words = useDesignWords();
  const list = useListState({ filters: FILTERS });
  const { data, error, refetch } = useQuery(templatesQuery());
  const [chosen, setChosen] = useState<Template | null>(null);
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;

  const found = data && matchingTemplates(data, list.query, list.filters);
  return (
    <>
      <ListToolbar
        list={list}
        searchLabel={t('designs.templates.search')}
        describeFilter={words.describeFilter}
        filters={words.filters
          .filter(({ name }) => (FILTERS as readonly string[]).includes(name))
          .map((filter) => <FilterMenu key={filter.name} list={list} {...filter} />)}
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
        <CardGrid label={t('designs.tab.templates')} busy={!found}>
          {found ? (
            found.map((template) => (
              <TemplateCard
                key={template.slug}
                template={template}
                onChoose={mayManage ? () => setChosen(template) : undefined}
              />
            ))
          ) : (
            <CardSkeletons />
          )}
        </CardGrid>
      )}
      {chosen && <UseTemplateDialog template={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function UseTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const save = async (name: string) => {
    const made = await createFromTemplate(template, name);
    await queries.invalidateQueries({ queryKey: DESIGNS });
    onClose();
    await navigate(`/designs/${made.id}`);
  };
  return (
    <DesignNameDialog
      title={t('designs.templates.use', { name: template.name })}
      confirm={t('designs.templates.confirm')}
      initial={template.name}
      picture={<Picture src={template.image_url} alt="" ratio={1.7} />}
      save={save}
      onClose={onClose}
    />
  );
}
