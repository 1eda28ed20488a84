import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attributesQuery } from '../../api/queries/attributes';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { ExportRows } from '../../ui/list/ExportRows';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { AttributeDialog } from './AttributeDialog';
import { AttributeTable } from './AttributeTable';
import type { AttributeKey } from './api';

type Editing = { attribute?: AttributeKey } | null;

/** The attributes for designs and credentials: built-in ones and the department's own. */
export function Component() {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_attributes');
  const { data, error, refetch } = useQuery(attributesQuery());
  const [editing, setEditing] = useState<Editing>(null);
  const own = data?.filter(({ parent }) => parent === 'custom');
  const builtIn = data?.filter(({ parent }) => parent !== 'custom');
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing({})}>
      {t('attributes.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('attributes.title')}
        subtitle={t('attributes.subtitle')}
        action={
          own?.length !== 0 && (
            <>
              <ExportRows order={{ entity: 'attributes' }} />
              {create}
            </>
          )
        }
      />
      {error && !data ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <>
          {own?.length === 0 ? (
            <EmptyState
              title={t('attributes.empty.title')}
              description={t('attributes.empty.description')}
              action={create}
            />
          ) : (
            <Panel title={t('attributes.custom')}>
              <AttributeTable
                label={t('attributes.custom')}
                attributes={own}
                onEdit={mayManage ? (attribute) => setEditing({ attribute }) : undefined}
              />
            </Panel>
          )}
          <div style={{ marginTop: 16 }}>
            <Panel title={t('attributes.builtIn')} description={t('attributes.builtInHelp')}>
              <AttributeTable label={t('attributes.builtIn')} attributes={builtIn} />
            </Panel>
          </div>
        </>
      )}
      {editing && (
        <AttributeDialog attribute={editing.attribute} known={data ?? []} onClose={() => setEditing(null)} />
      )}
    </>
  );
}
