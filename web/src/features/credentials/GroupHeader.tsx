import { Button, Group as Row } from '@mantine/core';
import { IconMail, IconPlus, IconQrcode, IconSend, IconSettings, IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import { PageHeader } from '../../ui/PageHeader';
import { toast } from '../../ui/toast/toast';
import { type Group, sendExample } from './api';
import type { PublishSlot, PublishTarget } from './publishSlot';

/** The name of a group, the numbers of its credentials, and its actions. */
export function GroupHeader({ group, PublishDialog }: { group: Group; PublishDialog: PublishSlot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [target, setTarget] = useState<PublishTarget | null>(null);
  const { published_count: published, draft_count: drafts } = group;
  const mayAdd = usePermission('manage_credentials') && takesCredentials(group);
  const { actions, busy } = useActions(group, () => setTarget(allDrafts(group)));
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
            <Row gap="xs" visibleFrom="md">
              {actions.map((action) => (
                <ActionButton key={action.key} action={action} busy={busy === action.key} />
              ))}
            </Row>
            {mayAdd && <AddButton group={group} />}
            <Row hiddenFrom="md">
              <ActionMenu label={t('groups.actionsFor', { name: group.name })} actions={actions} />
            </Row>
          </>
        }
      />
      {target && <PublishDialog target={target} onClose={() => setTarget(null)} />}
    </>
  );
}

/** Returns the actions other than adding a credential: buttons on wide screens, or else a menu. */
function useActions(group: Group, publish: () => void) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const mayManageGroups = usePermission('manage_groups');
  const example = useExample(group);
  const canAdd = takesCredentials(group);
  const drafts = group.draft_count;
  const number = format.number(drafts);
  const address = `/groups/${group.id}`;
  const actions: (Action | false)[] = [
    canAdd && { key: 'claims', label: t('claims.title'), icon: IconQrcode, to: `${address}/claims` },
    {
      key: 'settings',
      label: t('credentials.group.settings'),
      icon: IconSettings,
      to: `${address}/settings`,
    },
    mayManageGroups && {
      key: 'example',
      label: t('groups.actions.example'),
      icon: IconMail,
      run: () => void example.send(),
    },
    mayPublish &&
      drafts > 0 && {
        key: 'publish',
        label: t('credentials.group.publishDrafts', { count: drafts, number }),
        icon: IconSend,
        run: publish,
      },
    mayManage &&
      canAdd && {
        key: 'import',
        label: t('imports.import'),
        icon: IconTableImport,
        to: `/imports/new?group_id=${group.id}`,
      },
  ];
  return { actions: actions.filter((action) => action !== false), busy: example.busy ? 'example' : '' };
}

/** Emails the user an example of the group's credentials, to show what recipients get. */
function useExample(group: Group) {
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
  return { send, busy };
}

function ActionButton({ action, busy }: { action: Action; busy: boolean }) {
  const props = { variant: 'default', leftSection: <action.icon size={16} />, children: action.label };
  if (action.to) return <Button {...props} component={Link} to={action.to} />;
  return <Button {...props} loading={busy} onClick={action.run} />;
}

export function AddButton({ group }: { group: Group }) {
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

/** Whether credentials can be added: the group has a design and is not archived. */
const takesCredentials = (group: Group) => group.primary_design_id !== null && group.state === 'active';

function allDrafts(group: Group): PublishTarget {
  return {
    selection: { all_matching: { group_id: group.id, state: 'draft' } },
    count: group.draft_count,
    drafts: group.draft_count,
    withoutDesign: group.primary_design_id === null ? group.draft_count : 0,
  };
}
