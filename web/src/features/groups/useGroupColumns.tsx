import { Anchor, Group as Row, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/useFormat';
import { Picture } from '../../ui/Picture';
import type { Column } from '../../ui/table/DataTable';
import type { Group } from './api';
import { GroupMenu } from './GroupMenu';
import { GroupState } from './GroupState';

/** The columns of the group table. */
export function useGroupColumns(mayManage: boolean): Column<Group>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('groups.column.name'),
      sort: 'name',
      render: (group) => (
        <Row gap="sm" wrap="nowrap">
          <Picture src={group.image_url} alt="" width={48} />
          <div style={{ minWidth: 0 }}>
            <Anchor component={Link} to={`/groups/${group.id}`} c="var(--lr-ink)" fw={500} inherit>
              {group.name}
            </Anchor>
            <Text c="dimmed" fz="xs">
              {group.course_name}
            </Text>
          </div>
        </Row>
      ),
    },
    {
      key: 'published',
      header: t('groups.column.published'),
      align: 'end',
      width: 110,
      render: (group) => format.number(group.published_count),
    },
    {
      key: 'drafts',
      header: t('groups.column.drafts'),
      align: 'end',
      width: 100,
      wideOnly: true,
      render: (group) => format.number(group.draft_count),
    },
    {
      key: 'state',
      header: t('groups.column.state'),
      width: 130,
      wideOnly: true,
      render: (group) => <GroupState group={group} />,
    },
    {
      key: 'updated',
      header: t('groups.column.updated'),
      sort: 'updated_at',
      width: 150,
      wideOnly: true,
      render: (group) => format.date(group.updated_at),
    },
    ...(mayManage
      ? [
          {
            key: 'actions',
            header: <VisuallyHidden>{t('groups.column.actions')}</VisuallyHidden>,
            align: 'end' as const,
            width: 60,
            render: (group: Group) => <GroupMenu group={group} />,
          },
        ]
      : []),
  ];
}
