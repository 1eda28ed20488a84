import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { usePermission } from '../../api/session';
import { PageHeader } from '../../ui/PageHeader';
import { DesignList } from './DesignList';

/** The department's designs. */
export function Component() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const mayManage = usePermission('manage_designs');
  if (params.get('tab') === 'templates') return <Navigate to={newDesign(params)} replace />;
  return (
    <>
      <PageHeader
        title={t('designs.title')}
        subtitle={t('designs.subtitle')}
        action={
          mayManage && (
            <Button component={Link} to="/designs/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {t('designs.new')}
            </Button>
          )
        }
      />
      <DesignList mayManage={mayManage} />
    </>
  );
}

/** URL of the start page, for redirects from the templates list of an earlier version. */
function newDesign(params: URLSearchParams): string {
  const kind = params.get('kind');
  return kind ? `/designs/new?${new URLSearchParams({ kind })}` : '/designs/new';
}
