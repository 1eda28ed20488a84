import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePermission, useSession } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { type DepartmentNumbers, deleteDepartment, departmentNumbers } from './api';

/** Deletes the current department. It shows what is deleted and what is kept, and the user must type the department's name. */
export function DeletePanel() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession((state) => state.session);
  const allowed = usePermission('manage_team');
  const [counting, setCounting] = useState(false);
  const department = session?.department;
  if (!allowed || !department) return null;
  const only = session.departments.length < 2;
  const name = department.name || t('departments.unnamed');

  const remove = async () => {
    setCounting(true);
    try {
      const numbers = await departmentNumbers();
      setCounting(false);
      const sure = await dialog.confirm({
        title: t('departments.delete.confirmTitle', { name: isolate(name) }),
        body: <Consequences numbers={numbers} />,
        confirmLabel: t('departments.delete.action'),
        danger: true,
        typeToConfirm: name,
      });
      if (!sure) return;
      const working = dialog.loading({ title: t('departments.delete.working') });
      try {
        await deleteDepartment(department.id);
      } finally {
        working.close();
      }
      toast.success(t('departments.delete.done', { name: isolate(name) }));
      await navigate('/');
    } catch {
      await dialog.warning({ title: t('departments.delete.failed'), body: t('problem.generic') });
    } finally {
      setCounting(false);
    }
  };
  return (
    <Panel title={t('departments.delete.title')} description={t('departments.delete.lead')}>
      {only && <Text c="dimmed">{t('departments.delete.only')}</Text>}
      <div>
        <Button
          variant="outline"
          color="red"
          disabled={only}
          loading={counting}
          onClick={() => void remove()}
        >
          {t('departments.delete.action')}
        </Button>
      </div>
    </Panel>
  );
}

function Consequences({ numbers }: { numbers: DepartmentNumbers }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = ['issued', 'drafts', 'groups', 'designs', 'members', 'keys'] as const;
  return (
    <Stack gap="sm">
      <span>{t('departments.delete.lead')}</span>
      <Facts
        facts={rows.map((row) => [t(`departments.delete.numbers.${row}`), format.number(numbers[row])])}
      />
    </Stack>
  );
}
