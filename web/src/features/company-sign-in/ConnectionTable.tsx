import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { ActionMenu } from '../../ui/ActionMenu';
import { dialog } from '../../ui/dialog/dialog';
import { useListState } from '../../ui/list/useListState';
import { StateDot, type StateTone } from '../../ui/StateDot';
import { type Column, DataTable } from '../../ui/table/DataTable';
import { type Connection, deleteConnection, startTest } from './api';
import { useChange } from './useChange';

const TONES = { off: 'quiet', on: 'good', enforced: 'good' } as const satisfies Record<string, StateTone>;

const stateOf = ({ enabled, enforced }: Connection): keyof typeof TONES =>
  enforced ? 'enforced' : enabled ? 'on' : 'off';

interface ConnectionTableProps {
  /** undefined while loading. */
  connections: Connection[] | undefined;
  onEdit: (connection: Connection) => void;
  onProvision: (connection: Connection) => void;
  empty: ReactNode;
}

/** The connections of the department. */
export function ConnectionTable({ connections, onEdit, onProvision, empty }: ConnectionTableProps) {
  const { t } = useTranslation();
  const list = useListState();
  const columns = useColumns(onEdit, onProvision);
  return (
    <DataTable
      label={t('companySignIn.connections')}
      rows={connections}
      rowId={(connection) => connection.id}
      list={list}
      columns={columns}
      empty={empty}
    />
  );
}

function useColumns(
  onEdit: (connection: Connection) => void,
  onProvision: (connection: Connection) => void,
): Column<Connection>[] {
  const { t } = useTranslation();
  const remove = useRemove();
  return [
    {
      key: 'name',
      header: t('companySignIn.form.name'),
      render: ({ name }) => (
        <Text inherit fw={500}>
          <bdi>{name}</bdi>
        </Text>
      ),
    },
    {
      key: 'kind',
      header: t('companySignIn.form.kind'),
      wideOnly: true,
      render: ({ kind }) => t(`companySignIn.kind.${kind}`),
    },
    {
      key: 'issuer',
      header: t('companySignIn.column.provider'),
      wideOnly: true,
      render: ({ issuer_url }) => <bdi dir="ltr">{issuer_url}</bdi>,
    },
    {
      key: 'state',
      header: t('companySignIn.column.state'),
      render: (connection) => (
        <StateDot tone={TONES[stateOf(connection)]}>
          {t(`companySignIn.state.${stateOf(connection)}`)}
        </StateDot>
      ),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('companySignIn.column.actions')}</VisuallyHidden>,
      align: 'end',
      render: (connection) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <TestButton connection={connection} />
          <ActionMenu
            label={t('companySignIn.menu', { name: isolate(connection.name) })}
            actions={[
              {
                key: 'edit',
                label: t('companySignIn.edit'),
                icon: IconPencil,
                run: () => onEdit(connection),
              },
              {
                key: 'provisioning',
                label: t('companySignIn.provisioning.menu'),
                icon: IconUsersGroup,
                run: () => onProvision(connection),
              },
              {
                key: 'delete',
                label: t('companySignIn.delete.action'),
                icon: IconTrash,
                danger: true,
                run: () => void remove(connection),
              },
            ]}
          />
        </Group>
      ),
    },
  ];
}

/** Leaves for the provider, which leads back to this page with the result. */
function TestButton({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      window.location.assign(await startTest(connection.id));
    } catch (error) {
      setBusy(false);
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('companySignIn.test.failed'), body: lines || t('problem.generic') });
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      aria-label={t('companySignIn.test.actionFor', { name: isolate(connection.name) })}
      onClick={() => void leave()}
    >
      {t('companySignIn.test.action')}
    </Button>
  );
}

function useRemove() {
  const { t } = useTranslation();
  const change = useChange();
  return async ({ id, name }: Connection) => {
    const sure = await dialog.confirm({
      title: t('companySignIn.delete.title', { name: isolate(name) }),
      body: t('companySignIn.delete.body'),
      confirmLabel: t('companySignIn.delete.action'),
      danger: true,
    });
    if (sure) await change(() => deleteConnection(id), t('companySignIn.delete.done'));
  };
}
