import { Button, Group as Row } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { groupQuery } from '../../api/queries/groups';
import { usePermission } from '../../api/session';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Picture } from '../../ui/Picture';
import type { Group } from './api';
import { CredentialTable } from './CredentialTable';
import { AddButton, GroupHeader } from './GroupHeader';
import type { CredentialDialogs } from './publishSlot';

/** One group: its credentials, and a button to publish its drafts. */
export function GroupPage({ PublishDialog, ExportDialog, ActionDialog }: CredentialDialogs) {
  const { t } = useTranslation();
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(groupQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return (
      <NotFound title={t('credentials.group.notFound')} to="/groups" label={t('credentials.group.all')} />
    );
  }
  if (error && !data) return <ErrorPage onRetry={() => void refetch()} detail={error.message} />;
  if (!data) return <PageSkeleton />;
  return (
    <>
      <GroupHeader group={data} PublishDialog={PublishDialog} />
      <CredentialTable
        groupId={id}
        fallbackPicture={data.image_url}
        PublishDialog={PublishDialog}
        ExportDialog={ExportDialog}
        ActionDialog={ActionDialog}
        empty={<NoCredentials group={data} />}
      />
    </>
  );
}

function NoCredentials({ group }: { group: Group }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_credentials');
  if (group.primary_design_id === null) {
    return (
      <EmptyState
        title={t('credentials.group.noDesignTitle')}
        description={t('credentials.group.noDesign')}
        action={
          <Button component={Link} to={`/groups/${group.id}/settings`}>
            {t('credentials.group.chooseDesign')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      picture={<Picture src={group.image_url} alt="" width={260} />}
      title={t('credentials.group.emptyTitle')}
      description={t('credentials.group.empty')}
      action={
        mayManage &&
        group.state === 'active' && (
          <Row gap="xs" justify="center">
            <Button
              variant="default"
              component={Link}
              to={`/imports/new?group_id=${group.id}`}
              leftSection={<IconTableImport size={16} aria-hidden />}
            >
              {t('imports.import')}
            </Button>
            <AddButton group={group} />
          </Row>
        )
      }
    />
  );
}
