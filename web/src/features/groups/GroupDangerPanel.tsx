import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel';
import type { Group as CredentialGroup } from './api';
import { useGroupActions } from './useGroupActions';
import { useGroupClone } from './useGroupClone';

/** Copy, archive and delete, each with an explanation. */
export function GroupDangerPanel({ group }: { group: CredentialGroup }) {
  const { t } = useTranslation();
  const actions = useGroupActions(group);
  const { clone, question } = useGroupClone(group);
  const archived = group.state === 'archived';
  const rows = [
    { key: 'clone', text: t('groups.danger.clone'), label: t('groups.actions.clone'), run: clone },
    {
      key: 'archive',
      text: t(archived ? 'groups.danger.unarchive' : 'groups.danger.archive'),
      label: t(archived ? 'groups.actions.unarchive' : 'groups.actions.archive'),
      run: actions.toggleArchived,
    },
    {
      key: 'delete',
      text: t('groups.danger.delete'),
      label: t('groups.actions.delete'),
      run: actions.remove,
      danger: true,
    },
  ];
  return (
    <Panel title={t('groups.danger.title')}>
      {question}
      {rows.map((row) => (
        <Group key={row.key} justify="space-between" wrap="nowrap" gap="lg">
          <Text c="dimmed">{row.text}</Text>
          <Button
            variant="default"
            style={{ flex: 'none' }}
            c={row.danger ? 'var(--lr-red)' : undefined}
            onClick={() => void row.run()}
          >
            {row.label}
          </Button>
        </Group>
      ))}
    </Panel>
  );
}
