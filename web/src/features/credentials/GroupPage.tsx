import { Button, Group as Row } from '@mantine/core';
import { IconMail, IconPlus, IconQrcode, IconSend, IconSettings, IconTableImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorPage } from '../../ui/ErrorPage';
import { NotFound } from '../../ui/NotFound';
import { PageHeader } from '../../ui/PageHeader';
import { PageSkeleton } from '../../ui/PageSkeleton';
import { Picture } from '../../ui/Picture';
import { toast } from '../../ui/toast/toast';
import { type Group, groupQuery, sendExample } from './api';
import { CredentialTable } from './CredentialTable';
import type { CredentialDialogs, PublishSlot, PublishTarget } from './publishSlot';

/** One group: its credentials, and the way to publish those that are drafts. */
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

function GroupHeader({ group, PublishDialog }: { group: Group; PublishDialog: PublishSlot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayManageGroups = usePermission('manage_groups');
  const [target, setTarget] = useState<PublishTarget | null>(null);
  const { published_count: published, draft_count: drafts } = group;
  const canAdd = group.primary_design_id !== null && group.state === 'active';
  return (
    <>
      <PageHeader
        title={group.name}
        back={{ to: '/groups', label: t('credentials.group.all') }}
        subtitle={[
          isolate(group.course_name),
          t('credentials.group.published', { count: published, number: format.number(published) }),
          t('credentials.group.drafts', { count: drafts, number: format.number(drafts) }),
        ].join(' · ')}
        action={
          <>
            {canAdd && (
              <Button
                variant="default"
                component={Link}
                to={`/groups/${group.id}/claims`}
                leftSection={<IconQrcode size={16} aria-hidden />}
              >
                {t('claims.title')}
              </Button>
            )}
            <Button
              variant="default"
              component={Link}
              to={`/groups/${group.id}/settings`}
              leftSection={<IconSettings size={16} aria-hidden />}
            >
              {t('credentials.group.settings')}
            </Button>
            {mayManageGroups && <ExampleButton group={group} />}
            {mayPublish && drafts > 0 && (
              <Button
                variant="default"
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => setTarget(allDrafts(group))}
              >
                {t('credentials.group.publishDrafts', { count: drafts, number: format.number(drafts) })}
              </Button>
            )}
            {mayManage && canAdd && <ImportButton group={group} />}
            {mayManage && canAdd && <AddButton group={group} />}
          </>
        }
      />
      {target && <PublishDialog target={target} onClose={() => setTarget(null)} />}
    </>
  );
}

/** An example of the group's credentials by mail, to see what recipients will see. */
function ExampleButton({ group }: { group: Group }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendExample(group.id);
      toast.success(t('groups.example.done'));
    } catch (error) {
      toast.formWarning(t('groups.example.failed'), error instanceof ApiError ? error.lines : []);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconMail size={16} aria-hidden />}
      onClick={() => void send()}
    >
      {t('groups.actions.example')}
    </Button>
  );
}

function ImportButton({ group }: { group: Group }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      component={Link}
      to={`/imports/new?group_id=${group.id}`}
      leftSection={<IconTableImport size={16} aria-hidden />}
    >
      {t('imports.import')}
    </Button>
  );
}

function AddButton({ group }: { group: Group }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={`/groups/${group.id}/credentials/new`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('credentials.group.add')}
    </Button>
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
            <ImportButton group={group} />
            <AddButton group={group} />
          </Row>
        )
      }
    />
  );
}

function allDrafts(group: Group): PublishTarget {
  return {
    selection: { all_matching: { group_id: group.id, state: 'draft' } },
    count: group.draft_count,
    drafts: group.draft_count,
    withoutDesign: group.primary_design_id === null ? group.draft_count : 0,
  };
}
