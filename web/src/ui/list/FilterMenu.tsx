import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { ListState } from './useListState';

interface FilterMenuProps {
  list: ListState;
  /** The filter's name in the address and in the call. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A menu that narrows a list by one property; choosing the chosen value again takes the filter away. */
export function FilterMenu({ list, name, label, options }: FilterMenuProps) {
  const current = list.filters[name];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === current}
            rightSection={option.value === current && <IconCheck size={14} aria-hidden />}
            onClick={() => list.setFilter(name, option.value === current ? '' : option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
