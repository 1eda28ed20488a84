import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session';
import { readStored, writeStored } from '../../lib/storage';
import type { Column } from '../table/DataTable';

/** The visible columns of a list, as chosen by the user, and the menu to choose them. */
export function useColumnChoice<T>(
  name: string,
  columns: readonly Column<T>[],
): { columns: Column<T>[]; menu: ReactNode } {
  const { t } = useTranslation();
  const person = useSession((state) => state.session?.user.id);
  const key = `laurel.columns.${name}.${person}`;
  const [chosen, setChosen] = useState(() => readChoice(key));
  const sees = ({ key: column, optional }: Column<T>) =>
    optional === undefined || (chosen[column] ?? optional === 'on');
  const choose = (column: Column<T>) => {
    const next = { ...chosen, [column.key]: !sees(column) };
    setChosen(next);
    writeStored(key, JSON.stringify(next));
  };
  const menu = (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" visibleFrom="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('ui.table.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter(({ optional }) => optional !== undefined)
          .map((column) => (
            <Menu.CheckboxItem key={column.key} checked={sees(column)} onChange={() => choose(column)}>
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
  return { columns: columns.filter(sees), menu };
}

/** Reads the stored choice, by column key. Columns without an entry use their default. */
function readChoice(key: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
