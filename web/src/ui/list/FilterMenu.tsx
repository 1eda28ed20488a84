import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
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
        <Menu.RadioGroup value={current ?? null}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              closeMenuOnClick
              onClick={() => list.setFilter(name, option.value === current ? '' : option.value)}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
